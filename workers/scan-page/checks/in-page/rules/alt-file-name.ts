/** Text alternatives that are the name of a file. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { ancestorsOf, closest, quote, tagOf } from '#workers/scan-page/checks/in-page/dom'
import { picturesWithAlternative } from '#workers/scan-page/checks/in-page/pictures'

const fileName = /^\S+\.(?:apng|avif|bmp|gif|heic|ico|jpe?g|png|svg|tiff?|webp)$/i

/** The file’s name without its ending, where nobody writes words so: team-photo_v2, IMG_2041. */
function isStemOf(alt: string, element: Element): boolean {
  if (!/^[\w.-]+$/.test(alt) || !/\d|_|-.*-/.test(alt) || alt.length < 5) return false
  const source = element instanceof HTMLImageElement ? element.currentSrc || element.src : element.getAttribute('src')
  const stem = (URL.parse(source ?? '', document.baseURI)?.pathname ?? '')
    .split('/')
    .at(-1)
    ?.replace(/\.\w+$/, '')
  if (stem === undefined) return false
  const [written, called] = [partsOf(stem), partsOf(alt)]
  // The same words and figures, as of another size or copy of the file.
  const shared = called.filter((part) => /\p{L}{3}/u.test(part) && written.includes(part))
  return stem.toLowerCase() === alt.toLowerCase() || (called.length >= 3 && shared.length >= 2)
}

const partsOf = (name: string) => name.toLowerCase().split(/[-_.]+/)

export const altFileName: StaticCheck = {
  rule: 'alt-file-name',
  criteria: ['1.1.1'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Say in the alt text what the picture shows or does, or leave it empty if the picture is decoration.',
  find: (elements) =>
    picturesWithAlternative(elements).flatMap(({ element, alt }) => {
      if (!fileName.test(alt) && !isStemOf(alt, element)) return []
      // Of a picture that the user brought, nobody knows more.
      if (/^blob:/.test(element.getAttribute('src') ?? '')) return []
      // Where files are listed, the file's name is what the picture stands for.
      const entry = closest(element, 'a, li, tr, dl, figure, [role="listitem"], [role="row"]')
      const around = (entry ?? boxOf(element))?.textContent ?? ''
      // The words beside it say the same: of the file, nothing else is meant.
      if (around.includes(alt)) return []
      const isListed = /\b(?:download|files?|attachments?)\b/i.test(around)
      return [
        {
          element,
          tier: isListed ? ('warning' as const) : ('error' as const),
          confidence: isListed ? ('low' as const) : ('high' as const),
          message: `The text alternative of this ${tagOf(element)} is a file’s name: ${quote(alt)}.`,
        },
      ]
    }),
}

/** What a picture and the words about it may share where no list says so: two boxes up at most. */
function boxOf(element: Element): Element | null {
  const [parent, above] = ancestorsOf(element)
  const box = above?.matches('body, main, section, article') ? parent : above
  return box && !box.matches('html, body, main') ? box : null
}
