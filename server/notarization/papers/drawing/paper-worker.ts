import { answerDrawings } from '../../../kit/paper/answer-drawings.ts'
import { attachedProofs } from './attached-proofs.ts'
import { drawPaper } from './draw-paper.ts'
import type { PaperModel } from './paper-model.ts'

answerDrawings((model: PaperModel) => drawPaper(model, attachedProofs(model.proofs)))
