/** Whether a page offers to stop what moves on it. */
import { closest, isSeen, nameOf, pick } from '#workers/scan-page/checks/in-page/dom'
import { readPrograms } from '#workers/scan-page/checks/in-page/programs'

const controls = 'button, [role="button"], input[type="button"], [role="switch"], input[type="checkbox"]'
const words =
  /(?<!\p{L})(?:pau[sz][ae]|pausieren|pausar|stop|halt|freeze|hide|animation|motion|movement|still (?:picture|image)|(?:turn|switch) off|hang up|(?:end|leave) (?:the |this )?call|anhalten|bewegung|arrêter|suspendre|mouvement|detener|parar|movimiento|ferma|interrompi|zatrzymaj|wstrzymaj|pauz\p{L}*|stil(?:zetten|leggen)|stanna|stilla|keskeyt\p{L}*|pysäyt\p{L}*|tauko|ustavi|zaustavi|premor|pozastav\p{L}*|zastav\p{L}*|szünet\p{L}*|megállít\p{L}*|leállít\p{L}*|opre[sș]te|durdur|duraklat|παύση|διακοπή|σταμάτ\p{L}*|пауза|останов\p{L}*|зупин\p{L}*|спри|一時停止|停止|暂停|暫停|일시 ?정지|멈춤|정지|إيقاف|أوقف|حركة|توقف|השהה|השהיה|עצור|peata\p{L}*|sustabdy\p{L}*|apstādin\p{L}*|aptur\p{L}*|रोक\p{L}*|विराम|dừng|หยุด|jeda|hentikan|مکث|atura|gelditu|stöðva|saib|ndal\p{L}*)/iu
/** What is switched on and off by a control that tells its state. */
const moved =
  /(?<!\p{L})(?:video|film|background|camera|webcam|ticker|marquee|slide ?show|carousel|autoplay|effects?|decorations?|particles?|confetti|snow|stars|waves|clouds)/iu
const switches = '[role="switch"], input[type="checkbox"], [aria-pressed]'
const languagesRead =
  /^(?:en|de|fr|es|it|pt|nl|pl|sv|da|nb|nn|no|fi|sl|hr|sr|bs|cs|sk|hu|ro|tr|el|ru|uk|bg|ja|zh|ko|ar|he)\b/i

export const canPause = (elements: readonly Element[]): boolean =>
  pick(elements, controls).some((element) => {
    const name = nameOf(element)
    return (words.test(name) || (moved.test(name) && element.matches(switches))) && isSeen(element)
  }) || holdsByScript(elements)

/** In a language whose words for it are not known: there are buttons, and a script that holds what moves. */
const holdsByScript = (elements: readonly Element[]): boolean => {
  const language = document.documentElement.lang
  return (
    language !== '' &&
    !languagesRead.test(language) &&
    pick(elements, controls).some(isSeen) &&
    readPrograms(elements).some(({ text }) => holding.test(text))
  )
}

const holding =
  /animationPlayState|animation-play-state|\.pause\(\)|pauseAnimations|clearInterval|cancelAnimationFrame|classList\.toggle\(/

/**
 * Whether something may stop what moves that is not known to: it stands in a control itself, or the page’s buttons are called in a
 * language whose words for that are not known.
 */
export function mayPause(elements: readonly Element[], target: Element): boolean {
  if (closest(target, 'button, [role="button"], [role="switch"]')) return true
  const language = document.documentElement.lang
  return language !== '' && !languagesRead.test(language) && pick(elements, controls).some(isSeen)
}

/** A button that is pressed and pressed again holds what moves in it. */
export const isOwnSwitch = (target: Element): boolean => closest(target, '[aria-pressed], [role="switch"]') !== null
