import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'

/** Leads to the form of an order that can still be changed. */
export function ToEdit({ row: { id }, onClose }: { row: { id: string }; onClose(): void }) {
  const navigate = useNavigate()
  useEffect(() => {
    onClose()
    void navigate(`${paths.apply}?order=${id}`)
  }, [id, navigate, onClose])
  return null
}
