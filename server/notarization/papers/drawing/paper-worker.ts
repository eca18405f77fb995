import { answerDrawings } from '../../../kit/paper/answer-drawings.ts'
import { makePaper } from './make-paper.ts'

answerDrawings(makePaper)
