import { newId } from '../../../../server/kit/ids.ts'
import { type OwnRecordSample, ownRecordSamples } from '../../../kit/own-records.ts'
import { act, nothing, type Scenes, type Stage } from '../stage.ts'

/** What every kind of record can that accounts keep for themselves. */
function scenesOf({ owner, must }: Stage, { group, calls, body }: OwnRecordSample): Scenes {
  const made = async () => ((await must(calls.create, { body: body(newId()) }, owner)) as unknown as { id: string }).id
  const scenes: Scenes = {
    create: act(nothing, made),
    update: act(made, (id) => must(calls.update, { params: { id }, body: body(newId()) }, owner)),
    remove: act(made, (id) => must(calls.remove, { params: { id } }, owner)),
    removeMany: act(made, (id) => must(calls.removeMany, { body: { ids: [id] } }, owner)),
    makeDefault: act(
      async () => {
        await made()
        return made()
      },
      (id) => must(calls.makeDefault, { params: { id } }, owner),
    ),
    import: act(nothing, () => must(calls.import, { body: { rows: [body(newId())], dryRun: false } }, owner)),
  }
  return Object.fromEntries(Object.entries(scenes).map(([name, scene]) => [`${group}.${name}`, scene]))
}

export const ownRecordScenes = (stage: Stage): Scenes =>
  Object.assign({}, ...ownRecordSamples.map((sample) => scenesOf(stage, sample))) as Scenes
