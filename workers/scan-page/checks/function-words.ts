/** The small words that hardly a sentence of a language is without: what a text that is too short for groups of letters shows. Pure. */

const lists: Readonly<Record<string, string>> = {
  cs: 'a aby ale bude být co jak jako jeho její který která které když jsou jsem není nebo před při pro protože se tak také tento toto už však ze že',
  da: 'af at blev den der det efter eller en er et for fra har hun hvor ikke jeg kan med men mod når og også om på sig skal som til ved vi være',
  de: 'aber als am auch auf aus bei bin das dass dem den der des die dies diese doch durch ein eine einem einen einer es für hat ich ihr im in ist kann mit nach nicht noch nur oder sich sie sind über um und uns unter von vor war was wenn wer werden wie wir wird zu zum zur',
  en: 'about after an and are as at be been but by can could did do does for from had has have her his how if in into is it its more no not of on or our out she should than that the their them then there these they this to was we were what when where which who will with would you your',
  es: 'al como con cuando de del desde donde el ella ellos en entre era es esta este esto está fue ha hasta hay la las le lo los más muy no nos o para pero por porque que qué se sin sobre son su sus también un una y ya yo',
  fi: 'että ei he hän ja jos joka jotka kanssa kuin kun mutta myös ne niin nyt olen oli on ovat sekä se siitä tai tämä voi vain',
  fr: 'au aux avec ce ces cette dans de des du elle elles en est et il ils je la le les leur leurs lui mais ne nous ou où par pas pour qu que qui sa sans se ses son sont sous sur un une vous à été être',
  hu: 'a az csak de egy ez és ha hogy is ki kell lehet meg mert mint nem még sem van vagy volt',
  it: 'al alla anche che chi con cui da dal dalla dei del della delle di dove e ed era essere gli ha hanno il in io la le lo ma nel nella nelle non ogni perché più per quando quella questa questo se si sono su sua suo tra tutti un una è',
  nl: 'aan als bij dat de deze die dit door een en er ge geen had heb heeft het hij hoe ik in is je kan maar meer met naar niet nog of om onder ook op over te tot uit van veel voor waar was wat we wel werd wie wij worden wordt zal ze zich zij zijn zo',
  no: 'at av ble den der det eller en er et for fra har hun hvor ikke jeg kan med men når og også om på seg skal som til ved vi være',
  pl: 'aby ale bardzo był była było być co czy dla do gdy go ich jak jako jego jej jest już które która który lub ma może na nie od po przed przez przy są się tak tego też to tylko w we z za ze że',
  pt: 'ao aos as com como da das de do dos e ela ele em entre era essa este esta está eu foi mais mas muito na nas no nos não o os ou para pela pelo por quando que quem se sem ser seu sua são também tem um uma à é',
  ro: 'a ale au că care ce cu cum dar de din după este fost în la mai nu o pe pentru prin sau se sunt și să un una',
  sv: 'att av blev de den det där efter eller en ett från för han har hon hur inte jag kan med men mot måste när och också om på sig ska som till under utan vad var vi vid är över',
  tr: 'ama ben bir bu çok da daha de değil en gibi her için ile ise kadar ki mi ne o olan olarak sonra şu ve veya ya',
}

const wordsOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(lists).map(([language, words]) => [language, new Set(words.split(' '))]),
)

/** Of the words of a text, how many different ones only the one language has, and how many only the other. */
export function smallWords(text: string, language: string, other: string): { own: number; others: number } {
  const [here, there] = [wordsOf.get(language) ?? none, wordsOf.get(other) ?? none]
  const words = [...new Set(text.toLowerCase().match(/\p{L}+/gu) ?? [])]
  return {
    own: words.filter((word) => here.has(word) && !there.has(word)).length,
    others: words.filter((word) => there.has(word) && !here.has(word)).length,
  }
}

const none: ReadonlySet<string> = new Set()
