import { answerDrawings } from '../../kit/paper/answer-drawings.ts'
import { drawCertificate } from './draw-certificate.ts'

answerDrawings(drawCertificate)
