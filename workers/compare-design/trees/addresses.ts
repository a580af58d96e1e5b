/** Reads addresses without what a build puts into them: hashes of contents, ids of builds, busters of caches. Pure. */
import { isLasting } from '#shared/kernel/lasting-name'

const busters = /^(?:v|ver|version|hash|t|ts|_|cb|cachebust|build|rev|dpl|nonce)$/i
const fileName = /^(.+?)((?:\.min)?(?:\.[a-z][a-z0-9]{1,4}){1,2})$/i

/** The address with `*` where a build may have put something of its own; the same for the same thing in two builds. */
export function lastingAddress(address: string): string {
  const trimmed = address.trim()
  if (/^data:/i.test(trimmed)) return trimmed
  if (/^blob:/i.test(trimmed)) return 'blob:*'
  const [, place = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(trimmed) ?? []
  const segments = place.split('/')
  const read = segments.map((segment, at) =>
    at === segments.length - 1 ? lastingFile(segment) : lastingFolder(segment),
  )
  const asked = (query ?? '')
    .split('&')
    .filter((pair) => pair !== '' && !busters.test(pair.split('=')[0] ?? ''))
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return isMadeUp(value.join('=')) ? `${name}=*` : pair
    })
  const where = fragment === undefined || fragment === '' ? '' : `#${isLasting(fragment) ? fragment : '*'}`
  return `${read.join('/')}${asked.length > 0 ? `?${asked.join('&')}` : ''}${where}`
}

/** Whether both may well lead to the same; what was put into the page itself is not told from the file that it was. */
export function isSameAddress(before: string, after: string): boolean {
  if (lastingAddress(before) === lastingAddress(after)) return true
  return /^\s*data:/i.test(before) !== /^\s*data:/i.test(after) && before !== '' && after !== ''
}

/** Each url() in a value with its address as `lastingAddress` reads it. */
export const withLastingAddresses = (value: string): string =>
  value.includes('url(')
    ? value.replace(
        /url\(\s*(?:"([^"]*)"|'([^']*)'|([^)]*))\s*\)/g,
        (_, double?: string, single?: string, bare?: string) => {
          const address = double ?? single ?? bare ?? ''
          // What points into the page itself is resolved against where the page lies, which is no difference.
          const within = /#([^#]*)$/.exec(address)?.[1]
          return within !== undefined && !/\.\w+#[^#]*$/.test(address)
            ? `url(#${isLasting(within) ? within : '*'})`
            : `url(${lastingAddress(address)})`
        },
      )
    : value

function lastingFolder(segment: string): string {
  return isMadeUp(segment) ? '*' : segment
}

/** A file's name with a stem of its own loses its hash; one that is nothing but a hash is what it is known by. */
function lastingFile(segment: string): string {
  const [, stem = '', ending = ''] = fileName.exec(segment) ?? []
  if (stem === '') return segment
  const tail = /^(.+)([-._~])([\w-]{8})$/.exec(stem)
  if (tail && isMadeUp(tail[3] ?? '')) return `${tail[1]}${tail[2]}*${ending}`
  const pieces = /^(.+)([-._~])([A-Za-z0-9]{6,64})$/.exec(stem)
  const last = pieces?.[3] ?? ''
  return pieces && (isMadeUp(last) || isShortHex(last)) ? `${pieces[1]}${pieces[2]}*${ending}` : segment
}

const isShortHex = (text: string) => /^[0-9a-f]{6,7}$/i.test(text) && /\d/.test(text) && /[a-f]/i.test(text)

/** Whether it is a hash or a drawn name rather than words: digits strewn among letters, or capitals where no word has them. */
export function isMadeUp(text: string): boolean {
  if (text.length < 8 || !/^[\w-]+$/.test(text)) return false
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(text)) return true
  if (/^[0-9a-f]+$/i.test(text)) return /\d/.test(text) && /[a-f]/i.test(text)
  const turns = text.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0
  if (turns >= 3) return true
  // logoDark is two words; DkTyQbFa would be four.
  const words = text.match(/[A-Z]+[a-z\d_-]*|[a-z\d_-]+/g)?.length ?? 1
  return /[a-z]/.test(text) && text.length / words < 2.5
}
