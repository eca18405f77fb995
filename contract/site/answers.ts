/** What a page needs before it can be drawn: a public call as text, and what is asked. */
export interface Question {
  method: string
  path: string
  request: { params?: Record<string, string>; query?: Record<string, string>; body?: Record<string, unknown> }
}

/** What the service said: its data, or why there is none, in the reader's language. */
export type Answer = { data: unknown } | { refused: { code: string; message: string } }

/** By question. */
export type Answers = Record<string, Answer>

export const keyOfQuestion = ({ method, path, request }: Question): string => JSON.stringify([method, path, request])
