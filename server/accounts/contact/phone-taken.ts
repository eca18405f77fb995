import { AppError } from '../../kit/errors.ts'

export const phoneTaken = () => new AppError('phone-taken', {}, [{ path: 'phone', key: 'phoneTaken' }])
