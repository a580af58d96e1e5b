/** Links and buttons that are called by what their picture looks like, not by what they do. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, nameOf, pick, quote } from '#workers/scan-page/checks/in-page/dom'

/** What the usual signs look like, where the look is none of the words for what they do. */
const looks =
  /^(?:an? |the )?(?:magnifying[ -]?glass|magnifier|loupe|lupe|lupa|hamburger(?: icon)?|burger(?: icon)?|(?:three|3) (?:lines|bars|dots)|(?:vertical |horizontal )?(?:ellipsis|kebab)|cog(?:wheel)?|gear(?: ?wheel)?|zahnrad|floppy(?: disk)?|diskette|pencil|bleistift|trash ?can|waste ?bin|paper ?clip|padlock|light ?bulb|speech bubble|sprechblase|paper ?plane|chevron(?: (?:left|right|up|down))?|caret(?: (?:left|right|up|down))?|(?:(?:left|right|up|down)[ -]?)?arrow(?: (?:left|right|up|down))?|pfeil|flèche|flecha|freccia|pijl|strzałka|x|cross|kreuz)(?: ?icon| ?symbol)?$/i
/** Of links they may say where they lead: to a network, a shop, a kind of goods. */
const alsoGoods =
  /^(?:an? |the )?(?:cog|gear|pencil|bleistift|padlock|paper ?clip|light ?bulb|waste ?bin|floppy|diskette|(?:\w+[ -]?)?arrow(?: \w+)?|pfeil|flèche|flecha|freccia|pijl|strzałka|x|cross|kreuz)$/i
const iconNamed =
  /^(?:icon[ _-]?[a-z]+(?:[_-][a-z]+)*|(?:x|close|menu|search|burger|arrow|chevron|cart|user|heart|share|edit|delete|bars?)[_-]icon|ic_[a-z_]+|fa-[a-z-]+)$/i

export const controlNamedByPicture: StaticCheck = {
  rule: 'control-named-by-picture',
  criteria: ['1.1.1', '2.4.4', '2.4.6'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Name it by what it does, e.g. “Search”, “Menu”, “Settings” or “Close”.',
  find: (elements) =>
    pick(elements, 'a[href], button, [role="button"], input[type="image"]').flatMap((control) => {
      const name = nameOf(control)
      if (!looks.test(name) && !iconNamed.test(name)) return []
      if (control.localName === 'a' && alsoGoods.test(name)) return []
      // What is written is a letter or a word that all see.
      if ((control.textContent ?? '').trim().toLowerCase() === name.toLowerCase() && !control.querySelector('title'))
        return []
      if (!isExposed(control) || !isSeen(control)) return []
      return [
        {
          element: control,
          confidence: 'high' as const,
          message: `${quote(name)} says what the picture in it looks like, not what it does.`,
        },
      ]
    }),
}
