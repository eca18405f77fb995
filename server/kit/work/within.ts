import { AppError } from '../errors.ts'

/** The answer to something that is asked; whoever takes longer for it than so many milliseconds is away. What was asked goes on. */
export async function within<T>(milliseconds: number, asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new AppError('part-away')), milliseconds)
    timer.unref()
  })
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
