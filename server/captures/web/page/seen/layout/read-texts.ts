import { intersect } from './box.ts'
import type { State } from './cuts.ts'
import type { DocumentView } from './document-view.ts'
import type { Run } from './layout.ts'

type Place = readonly [number, number, number, number]

/** Reads the lines of text in a document, and the words in its fields, which no text node of a snapshot holds. */
export function readTexts(view: DocumentView, states: readonly State[], runs: Run[]): void {
  const { layout, textBoxes, nodes } = view.document
  const add = (at: number, raw: string, place: Place): void => {
    const text = raw.replaceAll(/\s+/g, ' ').trim()
    if (text === '' || isMasked(view, at)) return
    const state = states[layout.nodeIndex[at]!] ?? view.standing.state
    runs.push({ text, ...placed(view, at, place, state) })
  }
  textBoxes.layoutIndex.forEach((at, index) => {
    const start = textBoxes.start[index]!
    const text = view.string(layout.text[at]!).slice(start, start + textBoxes.length[index]!)
    add(at, text, textBoxes.bounds[index]!)
  })
  for (const { index, value } of [nodes.inputValue, nodes.textValue])
    index.forEach((node, which) => {
      const at = view.layoutOf(node)
      if (at >= 0 && !isPassword(view, node)) add(at, view.string(value[which]!), layout.bounds[at]!)
    })
}

function placed(view: DocumentView, at: number, place: Place, state: State): Omit<Run, 'text'> {
  const box = view.inWindow(place)
  // A text has the visibility of its element.
  const parent = view.layoutAround(at)
  const isHidden = view.style(at, 4) === 'hidden' || (parent >= 0 && view.style(parent, 4) === 'hidden')
  return {
    box,
    visible: intersect(box, state.cut.visible),
    sight: isHidden ? 'hidden' : view.judge(box, state),
    place: { x: box.x + state.scrolled.x, y: box.y + state.scrolled.y },
    fixed: state.fixed,
    holder: state.holder,
  }
}

function isPassword(view: DocumentView, node: number): boolean {
  const words = (view.document.nodes.attributes[node] ?? []).map((at) => view.string(at))
  const kind = words.findIndex((word, at) => at % 2 === 0 && word === 'type')
  return kind >= 0 && /^(password|hidden|checkbox|radio)$/i.test(words[kind + 1] ?? '')
}

/** Drawn as dots, as a password is. */
const isMasked = (view: DocumentView, at: number): boolean =>
  [at, view.layoutAround(at)].some((one) => one >= 0 && !['', 'none'].includes(view.style(one, 5)))
