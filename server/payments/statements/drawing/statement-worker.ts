import { answerDrawings } from '../../../kit/paper/answer-drawings.ts'
import type { StatementModel } from '../statement-model.ts'
import { drawStatement } from './draw-statement.ts'
import { writeStatement } from './write-statement.ts'

answerDrawings((model: StatementModel) => (model.format === 'pdf' ? drawStatement(model) : writeStatement(model)))
