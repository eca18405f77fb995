import { z } from 'zod'
import { defineCall, mostPictureText } from '../kit/call.ts'
import { Id, Sha256 } from '../kit/fields.ts'
import { fileBytes } from './file-bytes.ts'

const megabyte = 1024 * 1024

/** What files can be, by their content. */
type Takes = 'picture' | 'pdf' | 'video' | 'captions'

interface Scene {
  maxBytes: number
  takes: readonly Takes[]
  /** Of pictures, judged before anything could decode them. */
  picture?: { maxSide: number; maxPixels: number }
  /** Served to everybody by its address; such files carry nothing but what they are for. */
  shown: boolean
}

/** What files are sent for. */
const sceneFacts = {
  /** Logos and papers of the platform itself: takes `platform.manage`. */
  platform: {
    maxBytes: 2 * megabyte,
    takes: ['picture', 'pdf'],
    picture: { maxSide: 4_096, maxPixels: 8_000_000 },
    shown: true,
  },
  /** Pictures of the website's content: takes `operator.content`. */
  content: {
    maxBytes: 5 * megabyte,
    takes: ['picture'],
    picture: { maxSide: 8_000, maxPixels: 30_000_000 },
    shown: true,
  },
  /** Films of the website's help: takes `operator.content`. */
  video: { maxBytes: 20 * megabyte, takes: ['video'], shown: true },
  /** What is said in such a film, as WebVTT or SubRip: takes `operator.content`. */
  captions: { maxBytes: megabyte, takes: ['captions'], shown: true },
  /** Pictures beside feedback. */
  feedback: {
    maxBytes: 5 * megabyte,
    takes: ['picture'],
    picture: { maxSide: 12_000, maxPixels: 50_000_000 },
    shown: false,
  },
  /** Anything else that pages ask for. */
  front: {
    maxBytes: 10 * megabyte,
    takes: ['picture', 'pdf'],
    picture: { maxSide: 12_000, maxPixels: 50_000_000 },
    shown: false,
  },
} as const satisfies Record<string, Scene>
export type UploadScene = keyof typeof sceneFacts
export const scenes: Readonly<Record<UploadScene, Scene>> = sceneFacts
export const UploadScene = z.enum(Object.keys(scenes) as [UploadScene, ...UploadScene[]])

const [mostOfPicture, mostUploaded] = [scenes.front.maxBytes, scenes.video.maxBytes]
/** An account keeps so much at a time that nothing holds yet; it is removed after a day. */
export const mostLoose = 50 * megabyte

export const Uploaded = z.object({
  fileId: Id,
  url: z.string(),
  fileName: z.string(),
  fileSize: z.int(),
  sha256: Sha256,
})
export type Uploaded = z.output<typeof Uploaded>

const send = { right: 'signed-in', rate: 'write', idempotent: false, reply: Uploaded } as const

export const fileCalls = {
  /** A picture as a data URL; its kind is what it holds, whatever the URL says. One that outgrows a body of JSON comes as the file of a form. */
  uploadPicture: defineCall({
    method: 'POST',
    path: 'upload/img',
    upload: { maxBytes: mostOfPicture },
    body: z.object({ imgBase: z.string().min(1).optional(), scene: UploadScene.default('front') }),
    maxBody: mostPictureText,
    ...send,
  }),
  upload: defineCall({
    method: 'POST',
    path: 'file/upload/front',
    upload: { maxBytes: mostUploaded },
    body: z.object({ scene: UploadScene.default('front') }),
    ...send,
  }),
  ...fileBytes,
}
