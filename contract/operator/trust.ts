import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Instant } from '../kit/fields.ts'

/** What can be wrong with what evidence rests on. */
export const alarmKinds = [
  'keys-unreadable',
  'key-missing',
  'key-ends',
  'key-ended',
  'key-revoked',
  'list-ends',
  'list-ended',
  'clock-unproven',
  'storage-away',
  'queue-late',
  'log-behind',
  'log-late',
  'stamps-silent',
  'chain-trouble',
  'anchors-orphaned',
  'integrity-found',
  'integrity-late',
  'money-stopped',
  'payments-unclear',
  'bills-differ',
  'calendar-missing',
] as const
export const AlarmKind = z.enum(alarmKinds)
export type AlarmKind = z.output<typeof AlarmKind>

/** What ends soon is told early; the others keep evidence from being made, or from being believed. */
export const gravityOf: Record<AlarmKind, 'warning' | 'error'> = {
  'keys-unreadable': 'error',
  'key-missing': 'error',
  'key-ends': 'warning',
  'key-ended': 'error',
  'key-revoked': 'error',
  'list-ends': 'warning',
  'list-ended': 'error',
  'clock-unproven': 'error',
  'storage-away': 'error',
  'queue-late': 'warning',
  'log-behind': 'error',
  'log-late': 'error',
  'stamps-silent': 'error',
  'chain-trouble': 'warning',
  'anchors-orphaned': 'error',
  'integrity-found': 'error',
  'integrity-late': 'warning',
  'money-stopped': 'error',
  'payments-unclear': 'warning',
  'bills-differ': 'warning',
  'calendar-missing': 'warning',
}

export const TrustAlarm = z.object({
  alarm: AlarmKind,
  /** Which key or chain; empty where there is but one. */
  about: z.string(),
  /** What its words name. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  since: Instant,
})
export type TrustAlarm = z.output<typeof TrustAlarm>

export const keyPurposes = ['root', 'tsa', 'seal', 'ca-seal', 'log'] as const
export const TrustKey = z.object({
  purpose: z.enum(keyPurposes),
  algorithm: z.string(),
  /** SHA-256 of the certificate. */
  fingerprint: z.string(),
  serial: z.string(),
  notBefore: Instant,
  notAfter: Instant,
  /** After this it signs no more, though its certificate lives on for verifiers. The root signs in ceremonies. */
  signUntil: Instant.nullable(),
  revokedAt: Instant.nullable(),
  /** False of those that a renewal replaced. */
  inUse: z.boolean(),
})
export type TrustKey = z.output<typeof TrustKey>

export const LogShard = z.object({
  name: z.string(),
  origin: z.string(),
  size: z.int(),
  checkpointAt: Instant.nullable(),
})
export type LogShard = z.output<typeof LogShard>

export const TrustOverview = z.object({
  alarms: z.array(TrustAlarm),
  keys: z.array(TrustKey),
  /** The revocation list. */
  list: z.object({ number: z.int(), issued: Instant, next: Instant }).nullable(),
  clock: z.object({ source: z.string(), proven: z.boolean(), offsetMs: z.number().nullable() }),
  log: z.object({
    /** The newest first. */
    shards: z.array(LogShard),
    /** What waits to be appended, and for how many seconds the oldest has. */
    waiting: z.int(),
    oldest: z.int(),
  }),
})
export type TrustOverview = z.output<typeof TrustOverview>

export const trustCalls = {
  overview: defineCall({
    method: 'GET',
    path: 'operator/trust',
    reply: TrustOverview,
    own: true,
    right: 'operator.jobs',
    rate: 'read',
    idempotent: true,
  }),
}
