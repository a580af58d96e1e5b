/** Which elements of a page are instances of known components. */
import { expect, test } from 'bun:test'
import type { RenderedNode, RenderedTree } from '#db/documents/rendered-tree'
import { instancesIn, type KnownComponent, usageIn } from '#shared/components/known'

const component = (id: string, odd: Partial<KnownComponent> = {}): KnownComponent => ({
  id,
  library: 'ui',
  name: id,
  category: 'x',
  tagName: null,
  classPrefix: null,
  isDeprecated: false,
  ...odd,
})
const tree = (...nodes: RenderedNode[]): RenderedTree => ({
  treeVersion: 1,
  viewport: { width: 1280, height: 900, scale: 1 },
  size: { width: 1280, height: 900 },
  styles: [],
  nodes,
})
const element = (parent: number, name: string, attributes: Record<string, string> = {}): RenderedNode => ({
  parent,
  name,
  attributes: Object.entries(attributes),
})

test('an element is what it says, what it is called, or what its classes begin with', () => {
  const known = [
    component('forms-button', { name: 'Button', tagName: 'acme-button', classPrefix: 'btn' }),
    component('btn-group', { classPrefix: 'btn-group' }),
    component('unseen', { tagName: 'acme-unseen' }),
  ]
  const page = tree(
    element(-1, 'body'),
    element(0, 'acme-button'),
    element(0, 'button', { 'data-component': 'Button' }),
    element(0, 'div', { class: 'row btn-group' }),
    element(3, 'button', { class: 'btn btn--primary' }),
    element(4, 'span', { class: 'btn__icon' }),
    element(3, 'a', { class: 'btn-link' }),
    element(0, 'div', { class: 'btnx button' }),
    { parent: 4, name: '::before' },
    { parent: 4, name: '#text', text: 'btn' },
  )

  expect([...instancesIn(page, known)].map(([at, { id }]) => [at, id])).toEqual([
    [1, 'forms-button'],
    [2, 'forms-button'],
    [3, 'btn-group'],
    [4, 'forms-button'],
    [6, 'forms-button'],
  ])
  expect(usageIn(page, known)).toEqual([
    { id: 'forms-button', library: 'ui', instances: 4 },
    { id: 'btn-group', library: 'ui', instances: 1 },
  ])
})

test('a component within one of its kind counts where its whole class says so, and a part of it does not', () => {
  const card = component('card', { classPrefix: 'card' })
  const page = tree(
    element(-1, 'div', { class: 'card' }),
    element(0, 'div', { class: 'card-body' }),
    element(1, 'div', { class: 'card' }),
  )

  expect(usageIn(page, [card])).toEqual([{ id: 'card', library: 'ui', instances: 2 }])
})

test('a page without known components, and a registry without any, come to nothing', () => {
  expect(usageIn(tree(element(-1, 'html')), [component('a', { tagName: 'a-a' })])).toEqual([])
  expect(usageIn(tree(element(-1, 'a-a')), [])).toEqual([])
})
