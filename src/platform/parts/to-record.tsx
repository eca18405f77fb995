import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Leads to everything that was done to a record, found by its id or number. */
export const toRecord = <Row,>(keyOf: (row: Row) => string) =>
  function ToRecord({ row, onClose }: { row: Row; onClose(): void }) {
    const navigate = useNavigate()
    const key = keyOf(row)
    useEffect(() => {
      onClose()
      void navigate(`/operator/audit?recordId=${encodeURIComponent(key)}`)
    }, [key, navigate, onClose])
    return null
  }
