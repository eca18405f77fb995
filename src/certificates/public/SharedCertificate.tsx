import { useParams } from 'react-router'
import { CertificateView } from './CertificateView.tsx'
import { SharedActions } from './SharedActions.tsx'
import { SharedPage } from './SharedPage.tsx'

/** What a share link opens. */
export function SharedCertificate() {
  const { token = '' } = useParams()
  return (
    <SharedPage token={token}>
      {(certificate) => (
        <>
          <CertificateView certificate={certificate} />
          <SharedActions token={token} withPackage={certificate.withPackage} className="buttons" />
        </>
      )}
    </SharedPage>
  )
}
