/** Picture buttons that are called by how they are pressed. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, pick, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'

export const pressingWords =
  /^(?:click(?: here| me| this)?|press(?: here)?|here|tap(?: here)?|image|button|submit button|image button|(?:hier )?klicken(?: sie hier)?|hier|knopf|schaltfläche|cliquez(?: ici)?|ici|bouton|(?:haga|haz) clic(?: aquí)?|aquí|botón|clicca(?: qui)?|qui|pulsante|klik(?: hier)?|knop|kliknij(?: tutaj| tu)?|przycisk|clique(?: aqui)?|botão|klicka(?: här)?|knapp|klik(?:k)? her)[.!]?$/i

export const altClickWords: StaticCheck = {
  rule: 'alt-click-words',
  criteria: ['1.1.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Name in alt what the button does: “Search”.',
  find: (elements) =>
    pick(elements, 'input[type="image"][alt]').flatMap((element) => {
      const alt = squeeze(element.getAttribute('alt') ?? '')
      if (!pressingWords.test(alt)) return []
      if (!isExposed(element)) return []
      return [{ element, message: `The picture button is called ${quote(alt)}: what it does is not said.` }]
    }),
}
