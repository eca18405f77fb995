import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { OfficeTemplate } from '../../../contract/notarization/templates.ts'
import { paths } from '../paths.ts'

/** Leads to the form of a matter. */
export function ToEditTemplate({ row: { id }, onClose }: { row: OfficeTemplate; onClose(): void }) {
  const navigate = useNavigate()
  useEffect(() => {
    onClose()
    void navigate(`${paths.templates}/${id}/edit`)
  }, [id, navigate, onClose])
  return null
}
