/** Controls that only the mouse works: by the listeners of the page's scripts and by the hover rules of its style sheets. */
import type { CDPSession, ElementHandle, Frame } from 'puppeteer'
import { type World, worldOf } from '#workers/page/isolated-world'
import { documentOf } from '#workers/scan-page/checks/acting-frame'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { controlWithoutKeys, mouseOnlyControl } from '#workers/scan-page/checks/in-page/heard'
import type { HeardNode } from '#workers/scan-page/checks/in-page/hearing'
import type { InPage } from '#workers/scan-page/checks/in-page/main'
import { partsWithoutArrows } from '#workers/scan-page/checks/in-page/parts-without-arrows'
import { pressedOtherwise } from '#workers/scan-page/checks/in-page/pressed-otherwise'
import { deviceMotion } from '#workers/scan-page/checks/in-page/shaking'
import { wordsNotPressable } from '#workers/scan-page/checks/in-page/words-beside-boxes'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'
import type { CheckTools, ListenersKnown } from '#workers/scan-page/checks/tools'

export const listeners: LiveCheck = {
  name: 'listeners',
  metas: [
    mouseOnlyControl,
    controlWithoutKeys,
    partsWithoutArrows,
    wordsNotPressable,
    ...pressedOtherwise,
    deviceMotion,
  ],
  budgetMs: 3000,
  acts: false,
  isDue: () => true,
  async run(tools, tell) {
    const { found, ...heard } = await hear(tools)
    Object.assign(tools.heard, heard)
    tell(found)
  },
}

/** A handler that waits for a second finger. */
const twoFingers =
  /\btouches\.length\s*(?:[!=]==?|>=|<)\s*2\b|\btouches\[1\]|pointers?\.(?:size|length)\s*(?:[!=]==?|>=)\s*2\b/
/** A handler that waits for as long as somebody holds on. */
const heldLong = /setTimeout\([\s\S]*,\s*(?:[4-9]\d{2}|[1-3]\d{3}|\w*(?:hold|press|long|delay)\w*)\s*\)/i
/** A handler that gives up, or goes on, by the kind of pointer. */
const onePointer =
  /\bif\s*\([^{};]*pointerType\s*(?:!==?\s*['"`]mouse['"`]|===?\s*['"`](?:touch|pen)['"`])[^{};]*\)\s*(?:\{\s*)?return\b/

/** A handler that gives up unless a finger or a pen has pressed. */
const touchOnly = /\bif\s*\([^{};|&]*pointerType\s*!==?\s*['"`](?:touch|pen)['"`]\s*\)\s*(?:\{\s*)?return\b/

const nodesTaken = 250
const sourceKept = 4000

const pressing = /^(?:click|dblclick|mousedown|mouseup|pointerdown|pointerup|touchstart)$/
const beginning = /^(?:mousedown|pointerdown|touchstart)$/
const following = /^(?:mousemove|pointermove|touchmove|touchend)$/
const keying = /^key(?:down|up|press)$/
const leaving = /^(?:blur|focusout)$/
const taking = /^(?:focus|focusin)$/
const changing = /^(?:change|input|submit)$/
const hovering = /^(?:mouseenter|mouseover|pointerenter|pointerover)$/
const pasting = /^(?:paste|beforeinput)$/
const puttingIn = /^(?:before)?input$/
/** What asks how something comes into a field. */
const byWhichWay = /\binputType\b|insertFrom/
const ofRightButton = 'contextmenu'
/** What shows a menu: by what it names. */
const showing =
  /\b(?:hidden|showPopover|showModal|show|open|display|visibility|setAttribute|removeAttribute|classList|append(?:Child)?|innerHTML|set[A-Z]\w*)\b/

/** Asks the browser who listens for what, and our world of the page what that means for each element. */
export async function hear({ acting: { frame }, session }: CheckTools): Promise<ListenersKnown & { found: Found[] }> {
  const client = await session()
  const objectGroup = 'assay-listeners'
  const { root, view, body } = await topOf(client, frame, objectGroup)
  const listen = async (objectId: string | undefined, depth: number) =>
    objectId === undefined
      ? []
      : (await client.send('DOMDebugger.getEventListeners', { objectId, depth, pierce: true })).listeners
  const [inside, atWindow, atDocument, atBody] = await Promise.all([
    listen(root, -1),
    listen(view, 1),
    listen(root, 1),
    listen(body, 1),
  ])
  client.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => undefined)

  const above = [...atWindow, ...atDocument, ...atBody]
  const sources = above.filter(({ type }) => keying.test(type)).map(sourceOf)
  const aboveIds = new Set([...atDocument, ...atBody].map(({ backendNodeId }) => backendNodeId))
  const nodes = new Map<number, HeardNode>()
  for (const listener of inside) {
    const { type, backendNodeId } = listener
    if (backendNodeId === undefined || aboveIds.has(backendNodeId)) continue
    const isWanted =
      [pressing, following, keying, leaving, taking, changing, pasting, hovering].some((types) => types.test(type)) ||
      type === ofRightButton
    if (!isWanted || (nodes.size >= nodesTaken && !nodes.has(backendNodeId))) continue
    const node = nodes.get(backendNodeId) ?? { types: [], click: 'acts', mayTrap: false }
    const source = sourceOf(listener)
    node.types.push(type)
    if (type === 'click') {
      // A click that no pointer made has no count of presses.
      node.clicksByKeys = (node.clicksByKeys ?? true) && keyClicks.test(source)
      node.click = clickOf(source)
      node.opensWindow ||= opening.test(source)
      node.leads ||= leading.test(source)
      node.delegates = [...(node.delegates ?? []), ...delegatesIn(source)]
    }
    if (type === 'paste' && refusing.test(source) && !reading.test(source)) node.refusesPaste = true
    if (type === ofRightButton && refusing.test(source) && showing.test(source)) node.opensMenu = true
    if ((beginning.test(type) || type === 'touchend') && acting.test(source) && !passing.test(source))
      node.actsOnPress = true
    if (twoFingers.test(source) && /^(?:touch|pointer)/.test(type)) node.isOfTwoFingers = true
    if (beginning.test(type) && heldLong.test(source)) node.isHeldLong = true
    if (pressing.test(type) && onePointer.test(source)) node.isOfOnePointer = true
    if (pressing.test(type) && touchOnly.test(source) && acting.test(source)) node.isForTouch = true
    if (ends.test(type) && measuring.test(source)) node.measuresWay = true
    if (leaving.test(type) && /focus|trap/i.test(source)) node.mayTrap = true
    if (
      type === 'keydown' &&
      /['"]Tab['"]|[{,]\s*Tab\s*:|\b(?:keyCode|which)\s*={2,3}\s*9\b/.test(source) &&
      /preventDefault|return false/.test(source)
    )
      node.mayTrap = true
    nodes.set(backendNodeId, node)
  }
  const delegated = above.filter(({ type }) => type === 'click').flatMap((listener) => delegatesIn(sourceOf(listener)))
  const found = await judge(frame, client, nodes, [...new Set(above.map(({ type }) => type))], [...new Set(delegated)])
  const ofMotion = atWindow.filter(({ type }) => type === 'devicemotion' || type === 'deviceorientation')
  const offered = ofMotion.length > 0 ? await worldOf(frame).evaluate(offeredBesideMotion) : null
  let isMovedFreely = false
  if (offered !== null && offered !== 'all') {
    const isAlone = await worldOf(frame).evaluate(asksForMotionAlone)
    // What acts at once and asks nothing before, nobody can have turned off.
    const isFree = ofMotion.some((listener) => {
      const source = sourceOf(listener)
      return actingOnMotion.test(source) && !heedingMotion.test(source)
    })
    const isSetElsewhere = await worldOf(frame).evaluate(hasSettingElsewhere)
    const isSure = isAlone || (isFree && !isSetElsewhere)
    isMovedFreely = offered === 'nothing' && !isSetElsewhere
    found.push(isSure ? { ...motionFound, verdict: 'practice', confidence: 'high' } : motionFound)
  }
  const known = [...nodes.values()]
  const pastes = [...inside, ...above].filter(
    (listener) => listener.type === 'paste' || (puttingIn.test(listener.type) && byWhichWay.test(sourceOf(listener))),
  )
  return {
    found,
    keySources: sources,
    traps: known.filter(({ mayTrap }) => mayTrap).length,
    pressed: known.filter(({ types }) => types.includes('click')).length,
    isPressedAbove: above.some(({ type }) => type === 'click'),
    hasKeys: [...inside, ...above].some(({ type }) => [keying, leaving, taking].some((types) => types.test(type))),
    hasFocusing: known.some(({ types }) => types.some((type) => leaving.test(type) || taking.test(type))),
    hasHovering: known.some(({ types }) => types.some((type) => hovering.test(type))),
    hasChanges: inside.some(({ type }) => /^(?:change|input|click|keyup)$/.test(type)),
    isMovedFreely,
    hasGoingBack: atWindow.some(({ type }) => type === 'popstate'),
    hasPasting: pastes.length > 0 && !pastes.some((listener) => /clipboard\.read|readText/.test(sourceOf(listener))),
  }
}

/** In the page's own world, where its listeners are; yet not by `document.body`, which the page may have made something else. */
async function topOf(client: CDPSession, frame: Frame, objectGroup: string) {
  const node = await documentOf(client, frame)
  const html = node.children?.find(({ nodeType }) => nodeType === 1)
  const body = html?.children?.find(({ nodeName }) => /^(?:body|frameset)$/i.test(nodeName))
  const objectOf = async ({ backendNodeId }: { backendNodeId: number }) =>
    (await client.send('DOM.resolveNode', { backendNodeId, objectGroup })).object.objectId
  const root = await objectOf(node)
  const view =
    root === undefined
      ? undefined
      : await client.send('Runtime.callFunctionOn', {
          objectId: root,
          functionDeclaration: 'function () { return this.defaultView }',
          objectGroup,
        })
  return { root, view: view?.result.objectId, body: body && (await objectOf(body)) }
}

/** What a handler does that does something: by what it names. */
const acting =
  /\b(?:textContent|innerHTML|innerText|insertAdjacent\w+|append(?:Child)?|prepend|replaceWith|replaceChildren|remove|fetch|sendBeacon|location|submit|requestSubmit|showModal|showPopover|open|close|hidden|disabled|checked|value|src|href|play|pause)\b\s*(?:=(?!=)|\()/
const keyClicks =
  /\.detail\s*={2,3}\s*0\b|\b0\s*={2,3}\s*\w+\.detail\b|!\s*\w+\.detail\b|\.detail\s*(?:!={1,2}\s*0|>\s*0)\s*\)\s*return/
/** A library's own handler, which calls others. */
const passing = /\.(?:apply|call|dispatch)\(|handleEvent/

const ends = /^(?:pointerup|mouseup|touchend)$/
/** How far it is from where the press began. */
const measuring = /\b(?:client|page|screen)[XY]\b/

/** A window of its own, whatever it is called. */
const opening =
  /\bwindow\.open\(|(?:^|[^.\w])open\(\s*(?:\w+\.(?:currentTarget|target)\.href|this\.href|['"`](?:https?:|\/))/
/** What reads the clipboard puts the text there itself, trimmed or spread over several boxes. */
const reading = /clipboardData|getData\(/
const leading = /\blocation(?:\.href)?\s*=[^=]|\blocation\.(?:assign|replace)\(/
const refusing = /preventDefault\(\)|return\s*(?:false|!1)\b/

const delegatesTaken = 8

/** For which of the elements inside it a handler of clicks is: `closest('.tile')`, `matches('[data-href]')`. */
const delegatesIn = (source: string): string[] =>
  [...source.matchAll(/(!?)[\w$.]*\.(?:closest|matches)\(\s*(?:'([^'$]{1,80})'|"([^"$]{1,80})"|`([^`$]{1,80})`)\s*\)/g)]
    // What is meant by “not in here” is for clicks elsewhere.
    .flatMap(([, not, ...selectors]) => (not === '' ? (selectors.find((selector) => selector) ?? []) : []))
    .concat(targetsIn(source))
    .slice(0, delegatesTaken)

/** The same by what is asked of the target itself: its data, its class, its tag. */
function targetsIn(source: string): string[] {
  const data = [
    ...source.matchAll(/\.target\.dataset\.([a-z]\w*)/g),
    ...source.matchAll(/\{\s*([a-z]\w*)[^{}]*\}\s*=\s*\w+\.target\.dataset/g),
  ].map(([, name = '']) => `[data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}]`)
  const classes = [...source.matchAll(/(!?)\b\w+\.target\.classList\.contains\(\s*['"`]([\w-]+)['"`]\s*\)/g)].map(
    ([, , name = '']) => `.${name}`,
  )
  const tags = [
    ...source.matchAll(/\.target\.(?:tagName|nodeName)\s*={2,3}\s*['"`](LI|TD|TR|DIV|SPAN|IMG|P)['"`]/g),
  ].map(([, name = '']) => name.toLowerCase())
  return [...data, ...classes, ...tags]
}

type Listener = { type: string; backendNodeId?: number; handler?: { description?: string } }

const sourceOf = ({ handler }: Listener) => (handler?.description ?? '').slice(0, sourceKept)

function clickOf(source: string): HeardNode['click'] {
  if (!source.includes('{')) return 'acts'
  const body = source.slice(source.indexOf('{') + 1, source.lastIndexOf('}')).trim()
  if (/^(?:return(?: false| true)?;?|void 0;?)?$/.test(body)) return 'leaves it to others'
  return /^(?:\w+\.(?:stopPropagation|preventDefault|stopImmediatePropagation)\(\);?\s*)+$/.test(body)
    ? 'stops it'
    : 'acts'
}

async function judge(
  frame: Frame,
  client: CDPSession,
  nodes: ReadonlyMap<number, HeardNode>,
  atTop: string[],
  delegated: string[],
): Promise<Found[]> {
  const world = worldOf(frame)
  const adopted = await Promise.all([...nodes.keys()].map((id) => world.adoptBackendNode(id).catch(() => null)))
  const known = [...nodes.values()].filter((_, index) => adopted[index])
  const handles = adopted.filter((handle) => handle !== null)
  const roles = await rolesOfHosts(world, client)
  try {
    return await world.evaluate(
      (about, top, inside, hostRoles, ...elements) => {
        // The script of ours that stands in this world names itself so.
        const { assayChecks } = globalThis as unknown as { assayChecks: InPage }
        return assayChecks.hear(elements as unknown as Element[], about, top, inside, hostRoles)
      },
      known,
      atTop,
      delegated,
      roles,
      ...handles,
    )
  } finally {
    for (const handle of handles) handle.dispose().catch(() => undefined)
  }
}

/** Of an element that has left the page meanwhile. */
const gone = 'gone'

/** What the browser tells assistive technology of the page's own elements: what their scripts have made them is in no markup. */
async function rolesOfHosts(world: World, client: CDPSession): Promise<string[]> {
  const list = await world.evaluateHandle(() => {
    const { assayChecks } = globalThis as unknown as { assayChecks: InPage }
    return assayChecks.focusableHosts()
  })
  const hosts = await list.getProperties()
  const roles = [...hosts.values()].map(async (handle) => {
    const backendNodeId = await (handle as ElementHandle).backendNodeId()
    const { nodes } = await client.send('Accessibility.getPartialAXTree', { backendNodeId, fetchRelatives: false })
    return String(nodes[0]?.role?.value ?? '')
  })
  try {
    const told = await Promise.allSettled(roles)
    return told.map((role) => (role.status === 'fulfilled' ? role.value : gone))
  } finally {
    for (const handle of [list, ...hosts.values()]) handle.dispose().catch(() => undefined)
  }
}

/** Runs in the page: whether it has a setting that turns the movement off, and then a control that does what the movement does. */
function offeredBesideMotion(): 'all' | 'setting' | 'nothing' {
  const moved =
    /(?<!\p{L})(?:shak(?:e|ing)|tilt(?:ing)?|motion|movement|gyroscope|schütteln|neigen|bewegung|secou|inclin|mouvement|agitar|inclinar|movimiento|scuot|inclina|moviment|schudden|kantelen|beweging|potrząs|przechyl|ruch)/iu
  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const settings = [
    ...document.querySelectorAll('input[type="checkbox"], [role="switch"], [role="checkbox"], [aria-pressed]'),
  ]
  const setting = settings.find((element) => {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const named = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).map((id) => document.getElementById(id))
    const words = [element, ...labels, ...named].map((each) => each?.textContent ?? '')
    return moved.test([element.getAttribute('aria-label') ?? '', ...words].join(' ')) && isSeen(element)
  })
  if (!setting) return 'nothing'
  const hasButton = [
    ...document.querySelectorAll('main button, [role="main"] button, body > * button, body > button'),
  ].some((button) => button !== setting && isSeen(button))
  return hasButton ? 'all' : 'setting'
}

/** It does something of its own, rather than moving what is seen along. */
const actingOnMotion =
  /\.(?:reset|submit|requestSubmit|click|remove|replaceChildren|showModal|reload|assign|back|go|append|insertAdjacent\w+)\(|\b(?:undo|clear|refresh|delete|next|shuffle|send|open|empty|reset)\w*\(|\.(?:value|textContent|innerHTML|innerText|href|hidden)\s*=(?!=)/i
/** By what is set somewhere. */
const heedingMotion =
  /\.checked|aria-pressed|aria-checked|localStorage|sessionStorage|prefers|\b(?:is|may|can|should|allow|enable|want|use)[A-Z_]\w*|\b\w*(?:enabled|allowed|disabled|paused|active|settings?|options?|prefs?|config)\b/

/** Runs in the page: words lead to where the movement is turned off. */
function hasSettingElsewhere(): boolean {
  const settings =
    /(?<!\p{L})(?:settings|preferences|turn (?:it|this|that|shaking|motion) off|switch (?:it|this|that) off|disable|einstellungen|ausschalten|abschalten|réglages|paramètres|désactiver|ajustes|configuración|desactivar|impostazioni|disattiva|instellingen|uitschakelen|ustawienia|definições|configurações|indstillinger|inställningar|asetukset)(?!\p{L})/iu
  return [...document.querySelectorAll('a, button, p, li, label')].some(
    (each) => settings.test(each.textContent ?? '') && each.checkVisibility({ visibilityProperty: true }),
  )
}

/** Runs in the page: it asks for the movement in words, and there is no control in its content at all. */
function asksForMotionAlone(): boolean {
  const main = document.querySelector('main, [role="main"]')
  if (
    !main ||
    main.querySelector('button, input, select, textarea, summary, [role="button"], [role="switch"], [onclick]')
  )
    return false
  const asking =
    /(?<!\p{L})(?:shake|tilt|schütteln|neigen|kippen|secouez|inclinez|agite|incline|scuoti|inclina|schud|kantel|potrząśnij)(?!\p{L})/iu
  return [...main.querySelectorAll('p, li, h1, h2, h3, span')].some(({ textContent }) => asking.test(textContent ?? ''))
}

/** A page that listens to the device's movement. */
const motionFound: Found = {
  rule: deviceMotion.rule,
  verdict: 'review',
  impact: deviceMotion.impact,
  criteria: [...deviceMotion.criteria],
  place: 'html',
  confidence: 'medium',
  message: 'The page listens to the movement of the device (devicemotion or deviceorientation).',
  recommendation: deviceMotion.remedy,
}
