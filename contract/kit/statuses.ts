/** What an envelope says in `statusCode` beside the codes of refusals (specification §9). */
export const goodStatus = '000000'
export const sessionGoneStatus = '500002'
