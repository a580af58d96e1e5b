/** Snapshots as Chromium gives them, made of a few words. */
import { styleNames } from '#db/documents/rendered-tree'

export type Sketch = {
  name?: string
  text?: string
  attributes?: Record<string, string>
  box?: [number, number, number, number]
  styles?: Partial<Record<(typeof styleNames)[number], string>>
  pseudo?: string
  shadow?: 'open' | 'closed' | 'user-agent'
  value?: string
  checked?: boolean
  frame?: number
  children?: Sketch[]
}

type RareJson = { index: number[]; value: unknown[] }
const rare = (): RareJson => ({ index: [], value: [] })

/** Each sketch is the root element of a document: the first of the page, the others of frames. */
export function domSnapshot(...roots: Sketch[]) {
  const strings: string[] = []
  const indexOf = (text: string) => {
    if (text === '') return -1
    const known = strings.indexOf(text)
    return known >= 0 ? known : strings.push(text) - 1
  }
  const documents = roots.map((root) => {
    const nodes = {
      parentIndex: [-1],
      nodeType: [9],
      nodeName: [indexOf('#document')],
      nodeValue: [-1],
      backendNodeId: [1],
      attributes: [[]] as number[][],
      inputValue: rare(),
      textValue: rare(),
      inputChecked: { index: [] as number[] },
      optionSelected: { index: [] as number[] },
      contentDocumentIndex: rare(),
      pseudoType: rare(),
      shadowRootType: rare(),
    }
    const layout = {
      nodeIndex: [0],
      styles: [[]] as number[][],
      bounds: [[0, 0, 1280, 720]],
      text: [-1],
      paintOrders: [1],
    }
    const add = (sketch: Sketch, parent: number): void => {
      const index = nodes.parentIndex.push(parent) - 1
      const isText = sketch.text !== undefined
      nodes.nodeType.push(isText ? 3 : 1)
      nodes.nodeName.push(indexOf(isText ? '#text' : (sketch.name ?? 'div').toUpperCase()))
      nodes.nodeValue.push(indexOf(sketch.text ?? ''))
      nodes.backendNodeId.push(index + 1)
      nodes.attributes.push(
        Object.entries(sketch.attributes ?? {}).flatMap(([name, value]) => [indexOf(name), indexOf(value)]),
      )
      const mark = (table: RareJson, value: unknown) => {
        if (value === undefined) return
        table.index.push(index)
        table.value.push(value)
      }
      mark(nodes.pseudoType, sketch.pseudo === undefined ? undefined : indexOf(sketch.pseudo))
      mark(nodes.shadowRootType, sketch.shadow === undefined ? undefined : indexOf(sketch.shadow))
      mark(nodes.inputValue, sketch.value === undefined ? undefined : indexOf(sketch.value))
      mark(nodes.contentDocumentIndex, sketch.frame)
      if (sketch.checked) nodes.inputChecked.index.push(index)
      if (sketch.box) {
        layout.nodeIndex.push(index)
        layout.bounds.push(sketch.box)
        layout.styles.push(styleNames.map((name) => indexOf(sketch.styles?.[name] ?? 'none')))
        layout.text.push(-1)
        layout.paintOrders.push(2)
      }
      for (const child of sketch.children ?? []) add(child, index)
    }
    add(root, 0)
    return { nodes, layout, contentWidth: 1280, contentHeight: 2000 }
  })
  return { documents, strings, computedStyles: [...styleNames] as string[] }
}
