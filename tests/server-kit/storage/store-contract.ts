import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Announce, Owner, Store, Stored } from '../../../server/kit/storage/store.ts'
import { ownerNamed } from '../../kit/people/owner-named.ts'

/** One place that a store may be opened on, looked at from outside. */
export interface Place {
  open(owner: Owner, announce?: Announce): Promise<Store>
  /** Names of objects, and what waits to become one. */
  objects(): Promise<string[]>
  incoming(): Promise<string[]>
  /** Replaces an object's bytes behind the store's back. */
  spoil(sha256: string, bytes: string): Promise<void>
  /** Puts something that is not ours where nothing is yet. */
  occupy(): Promise<void>
  remove(): Promise<void>
}

export const bytesOf = async (stream: Readable) => Buffer.concat(await stream.toArray())
/** What every store promises, wherever its bytes lie. */
export function describeStore(where: string, makePlace: () => Promise<Place>) {
  let place: Place
  let us: Owner
  beforeEach(async () => {
    place = await makePlace()
    us = ownerNamed('us')
  })
  afterEach(() => place.remove())
  const opened = (announce?: Announce) => place.open(us, announce)
  const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

  describe(`the store in ${where}`, () => {
    it('keeps marks by name, each written once, apart from objects', async () => {
      const { marks } = await opened()
      expect([await marks.list(), await marks.get('log-2026-1')]).toEqual([[], undefined])
      for (const [text, isNew] of [
        ['a', true],
        ['b', false],
        ['a', false],
      ] as const)
        expect(await marks.put('log-2026-1', Buffer.from(text))).toBe(isNew)
      expect(await marks.put('log-2026-2', Buffer.from('second'))).toBe(true)
      const again = (await opened()).marks
      expect([(await again.list()).toSorted(), String(await again.get('log-2026-1'))]).toEqual([
        ['log-2026-1', 'log-2026-2'],
        'a',
      ])
      await again.remove('log-2026-1')
      await again.remove('log-2026-1')
      expect([await again.list(), await again.get('log-2026-1')]).toEqual([['log-2026-2'], undefined])
      expect(await place.objects()).toEqual([])
      await expect(Promise.resolve().then(() => again.put('../objects/x', Buffer.from('x')))).rejects.toThrow(
        'not the name of a mark',
      )
    })

    it('is led nowhere by a name that is no hash', async () => {
      const store = await opened()
      const stored = await store.put(Readable.from(['kept']))
      const names = [
        '',
        '..',
        '../shimakaze-store',
        `../marks/${stored.sha256}`,
        stored.sha256.toUpperCase(),
        'a'.repeat(63),
      ]
      for (const name of names)
        for (const ask of [
          () => store.size(name),
          () => store.remove(name),
          () => store.keeps({ sha256: name, size: 4 }),
          () => bytesOf(store.open(name)),
        ])
          await expect(Promise.resolve().then<unknown>(ask)).rejects.toThrow('not a sha256')
      expect(await store.size(stored.sha256)).toBe(4)
    })

    it('gives back the very bytes and ranges of them, under their own hash', async () => {
      const store = await opened()
      const content = Buffer.from('证据'.repeat(100_000))
      const stored = await store.put(Readable.from([content.subarray(0, 1000), content.subarray(1000)]))
      expect(stored).toEqual({
        size: content.length,
        sha256: hashOf(content),
        sm3: createHash('sm3').update(content).digest('hex'),
      })
      expect((await bytesOf(store.open(stored.sha256))).equals(content)).toBe(true)
      expect((await bytesOf(store.open(stored.sha256, { start: 3, end: 8 }))).toString()).toBe('据证')
      expect(await store.size(stored.sha256)).toBe(content.length)
    })

    it('keeps pieces of an upload apart from objects, each under its own name, and drops them together', async () => {
      const store = await opened()
      const [one, other] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002']
      const [first, second, elsewhere] = [
        await store.parts.put(one, Buffer.from('first')),
        await store.parts.put(one, Buffer.from('second')),
        await store.parts.put(other, Buffer.from('other')),
      ]
      expect(first).not.toBe(second)
      expect(
        (await bytesOf(store.parts.open(one, first))).toString() +
          (await bytesOf(store.parts.open(one, second))).toString(),
      ).toBe('firstsecond')
      expect((await store.parts.uploads()).sort()).toEqual([one, other])
      expect(await place.objects()).toEqual([])
      await store.parts.drop(one)
      expect(await store.parts.uploads()).toEqual([other])
      await expect(bytesOf(store.parts.open(one, first))).rejects.toThrow()
      expect((await bytesOf(store.parts.open(other, elsewhere))).toString()).toBe('other')
      await expect(store.parts.put('../elsewhere', Buffer.from('x'))).rejects.toThrow()
    })

    it('stores what is larger than one part, and what is empty', async () => {
      const store = await opened()
      for (const content of [randomBytes(17 * 1024 * 1024 + 1), Buffer.alloc(0)]) {
        const { sha256 } = await store.put(Readable.from([content]))
        expect(sha256).toBe(hashOf(content))
        expect((await bytesOf(store.open(sha256))).equals(content)).toBe(true)
      }
    })

    it('keeps one copy of what is stored twice at once', async () => {
      const store = await opened()
      const [a, b] = await Promise.all([store.put(Readable.from(['same'])), store.put(Readable.from(['same']))])
      expect(a).toEqual(b)
      expect(await place.objects()).toEqual([a.sha256])
      expect(await place.incoming()).toEqual([])
    })

    it('tells of an object before its bytes are placed, and places none that could not be told of', async () => {
      const told: Stored[] = []
      const store = await opened(async (object) => {
        expect(await place.objects()).toEqual([])
        told.push(object)
        throw new Error('no database')
      })
      await expect(store.put(Readable.from(['x']))).rejects.toThrow('no database')
      expect(told).toMatchObject([{ sha256: hashOf('x'), size: 1 }])
      expect(await place.objects()).toEqual([])
    })

    it('leaves nothing behind when the source breaks, or when it is stopped', async () => {
      const store = await opened()
      const broken = Readable.from(
        (async function* () {
          yield Buffer.from('half')
          throw new Error('cut')
        })(),
      )
      await expect(store.put(broken)).rejects.toThrow('cut')
      await expect(store.put(Readable.from(['x']), AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
      expect(await place.incoming()).toEqual([])
      expect(await place.objects()).toEqual([])
    })

    it('notices that an object of the same name holds other bytes', async () => {
      const store = await opened()
      const { sha256 } = await store.put(Readable.from(['original']))
      await place.spoil(sha256, 'rotten!!')
      await expect(store.put(Readable.from(['original']))).rejects.toThrow(/reads back differently/)
    })

    it('says whether it keeps an object whole, and removes one when told', async () => {
      const store = await opened()
      const stored = await store.put(Readable.from(['original']))
      expect(await store.keeps(stored)).toBe(true)
      expect(await store.keeps({ ...stored, size: 3 })).toBe(false)
      await store.remove(stored.sha256)
      await store.remove(stored.sha256)
      expect(await store.keeps(stored)).toBe(false)
      expect(await store.size(stored.sha256)).toBeUndefined()
      await expect(bytesOf(store.open(stored.sha256))).rejects.toThrow()
      expect(await place.objects()).toEqual([])
      await store.put(Readable.from(['original']))
      expect(await store.keeps(stored)).toBe(true)
    })

    it('lists what it holds by the beginning of names, with sizes', async () => {
      const store = await opened()
      const stored = await Promise.all(['one', 'three'].map((content) => store.put(Readable.from([content]))))
      for (const { sha256, size } of stored) expect((await store.list(sha256.slice(0, 2))).get(sha256)).toBe(size)
      expect(
        (await Promise.all(stored.map((s) => store.list(s.sha256.slice(0, 2)))))
          .flatMap((found) => [...found.keys()])
          .toSorted(),
      ).toEqual(stored.map((s) => s.sha256).toSorted())
      await expect(store.list('..')).rejects.toThrow('not a prefix')
    })

    it('answers while it works', async () => {
      const store = await opened()
      await expect(store.ping()).resolves.toBeUndefined()
    })

    it('refuses a place that holds other things', async () => {
      await place.occupy()
      await expect(opened()).rejects.toThrow(/not a Shimakaze store/)
    })

    it('refuses the store of another installation, and opens its own again', async () => {
      await opened()
      await place.open(ownerNamed('us', true))
      await expect(place.open(ownerNamed('them'))).rejects.toThrow(/another installation/)
    })

    it('refuses to be the second store of one database, empty or marked, and tells what to do', async () => {
      const one = ownerNamed('ours', false, '01900000-0000-7000-8000-000000000001')
      await expect(place.open(one)).rejects.toThrow(/not the store that this database was begun with.*share one store/)
      await opened()
      await place.open(ownerNamed('us', true))
      await expect(place.open(ownerNamed('us', true, '01900000-0000-7000-8000-000000000001'))).rejects.toThrow(
        /not the store that this database was begun with/,
      )
    })

    it('is begun once by two that start at once', async () => {
      const owner = ownerNamed('us')
      await Promise.all([place.open(owner), place.open(owner), place.open(owner)])
      await expect(place.open(owner)).resolves.toBeDefined()
    })

    it('refuses an empty place when the database names objects already', async () => {
      await expect(place.open(ownerNamed('us', true))).rejects.toThrow(/is empty, but the database names objects/)
      expect(await place.objects()).toEqual([])
      await opened()
    })
  })
}
