import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { placesOf } from '../paths.ts'
import type { Steppable } from './steppable.ts'

/** Leads to the form of an order that can still be changed. */
export function ToEdit({ row: { id, orderKind }, onClose }: { row: Steppable; onClose(): void }) {
  const navigate = useNavigate()
  useEffect(() => {
    onClose()
    void navigate(`${placesOf[orderKind].form}?order=${id}`)
  }, [id, orderKind, navigate, onClose])
  return null
}
