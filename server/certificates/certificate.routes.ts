import { createHash } from 'node:crypto'
import { certificateCalls } from '../../contract/certificates/certificate.ts'
import { AppError } from '../kit/errors.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import { innerCertificate } from './sharing/share.service.ts'
import { signatureOf } from './signing/signature.service.ts'

export const certificateRoutes = (services: Services) =>
  implement(certificateCalls, {
    inner: (caller, { query }) => innerCertificate(services, caller, query.ano),
    signature: (caller, { params }) => signatureOf(services, caller, params.ano),
    hashOfFile: async (_, { file }) => {
      if (!file) throw new AppError('bad-parameter', {}, [{ path: 'file', key: 'required' }])
      const hash = (algorithm: string) => createHash(algorithm).update(file.bytes).digest('hex')
      return { sha256: hash('sha256'), sm3: hash('sm3'), fileName: file.name, fileSize: file.bytes.length }
    },
  })
