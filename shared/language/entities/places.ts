/** Countries as English, German, French and Spanish call them, their capitals and large cities in English. Pure, linear. */
import type { NamedPart } from '#shared/language/entities/named-part'

const letter = (at: number) => String.fromCharCode(65 + at)
/** Regions that are no countries: unions and private codes. */
const noCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

/** Name to ISO 3166 code. */
function countryNames(): Map<string, string> {
  const names = new Map<string, string>()
  for (const language of ['es', 'fr', 'de', 'en']) {
    const regions = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (let at = 0; at < 676; at++) {
      const code = letter(Math.floor(at / 26)) + letter(at % 26)
      const name = noCountries.has(code) ? undefined : regions.of(code)
      if (name !== undefined && name.length > 3) names.set(name.replace(/ \(.*\)$/, ''), code)
    }
  }
  for (const [name, code] of Object.entries(otherNames)) names.set(name, code)
  return names
}
const otherNames: Record<string, string> = {
  USA: 'US',
  'United States of America': 'US',
  'the States': 'US',
  UK: 'GB',
  'Great Britain': 'GB',
  Britain: 'GB',
  England: 'GB',
  Scotland: 'GB',
  Wales: 'GB',
  'Northern Ireland': 'GB',
  UAE: 'AE',
  'South Korea': 'KR',
  'North Korea': 'KP',
  'Czech Republic': 'CZ',
  Turkey: 'TR',
  Holland: 'NL',
  Macedonia: 'MK',
  'Ivory Coast': 'CI',
  Burma: 'MM',
  Russia: 'RU',
  Vietnam: 'VN',
  Syria: 'SY',
  Iran: 'IR',
  Laos: 'LA',
  Moldova: 'MD',
  Tanzania: 'TZ',
  Bolivia: 'BO',
  Venezuela: 'VE',
  Taiwan: 'TW',
  'Hong Kong': 'HK',
}

const cities = new Set(
  (
    'Abidjan|Abu Dhabi|Abuja|Accra|Addis Ababa|Adelaide|Algiers|Almaty|Amman|Amsterdam|Ankara|Antwerp|Asunción|Athens|Atlanta|Auckland|Baghdad|Baku|Baltimore|Bamako|Bangalore|Bangkok|Barcelona|Basel|Beijing|' +
    'Beirut|Belfast|Belgrade|Berlin|Bern|Bilbao|Birmingham|Bogotá|Bologna|Bordeaux|Boston|Brasília|Bratislava|Bremen|Brisbane|Bristol|Brussels|Bucharest|Budapest|Buenos Aires|Cairo|Calgary|Canberra|Cape Town|' +
    'Caracas|Cardiff|Casablanca|Chennai|Chicago|Chișinău|Cleveland|Cologne|Colombo|Copenhagen|Cork|Cracow|Dakar|Dallas|Damascus|Dar es Salaam|Delhi|Denver|Detroit|Dhaka|Doha|Dortmund|Dresden|Dubai|Dublin|' +
    'Durban|Düsseldorf|Edinburgh|Essen|Florence|Frankfurt|Freetown|Gdańsk|Geneva|Genoa|Ghent|Glasgow|Gothenburg|Graz|Guadalajara|Guangzhou|Guatemala City|Hamburg|Hanoi|Hannover|Harare|Havana|Helsinki|Ho Chi Minh City|' +
    'Houston|Hyderabad|Innsbruck|Islamabad|Istanbul|Jakarta|Jerusalem|Johannesburg|Kabul|Kampala|Karachi|Kathmandu|Khartoum|Kigali|Kingston|Kinshasa|Kolkata|Kraków|Kuala Lumpur|Kyiv|Kyoto|La Paz|Lagos|Lahore|' +
    'Las Vegas|Lausanne|Leeds|Leipzig|Lille|Lima|Lisbon|Liverpool|Ljubljana|London|Los Angeles|Luanda|Lucerne|Lusaka|Lyon|Madrid|Managua|Manchester|Manila|Marseille|Medellín|Melbourne|Mexico City|Miami|Milan|' +
    'Minneapolis|Minsk|Mogadishu|Montevideo|Montreal|Moscow|Mumbai|Munich|Nairobi|Naples|New Delhi|New Orleans|New York|Nuremberg|Oakland|Osaka|Oslo|Ottawa|Oxford|Panama City|Paris|Perth|Philadelphia|' +
    'Phnom Penh|Phoenix|Pittsburgh|Podgorica|Portland|Porto|Prague|Pretoria|Pyongyang|Quito|Rabat|Reykjavik|Riga|Rio de Janeiro|Riyadh|Rome|Rotterdam|Salzburg|San Diego|San Francisco|San José|San Salvador|' +
    'Santiago|Sarajevo|Seattle|Seoul|Seville|Shanghai|Sheffield|Shenzhen|Singapore|Skopje|Sofia|St. Gallen|Stockholm|Strasbourg|Stuttgart|Sydney|São Paulo|Taipei|Tallinn|Tashkent|Tbilisi|Tehran|Tel Aviv|' +
    'The Hague|Tirana|Tokyo|Toronto|Toulouse|Tripoli|Tunis|Turin|Ulaanbaatar|Utrecht|Valencia|Valletta|Vancouver|Venice|Vienna|Vilnius|Warsaw|Washington|Wellington|Winterthur|Yangon|Yerevan|Zagreb|Zürich|Zurich|' +
    'Wien|München|Köln|Genf|Genève|Mailand|Rom|Prag|Warschau|Brüssel|Bruxelles|Kopenhagen|Lissabon|Athen|Moskau|Londres|Ginebra|Nueva York|Lisboa|Roma|Milano|Firenze|Napoli|Torino|Venezia|Praha'
  ).split('|'),
)

const countries = countryNames()
/** How many words the longest name has that begins with this one. */
const longestFrom = new Map<string, number>()
for (const name of [...countries.keys(), ...cities]) {
  const words = name.split(' ')
  longestFrom.set(words[0] ?? '', Math.max(words.length, longestFrom.get(words[0] ?? '') ?? 0))
}

/** Of a row of words with capitals, the places in it, the longest from each word on. Gives how many words each takes. */
export function placeAt(
  words: readonly string[],
  from: number,
): { words: number; code: string | null; confidence: number } | undefined {
  const longest = longestFrom.get(words[from] ?? '') ?? 0
  for (let count = Math.min(longest, words.length - from); count > 0; count--) {
    const name = words.slice(from, from + count).join(' ')
    const code = countries.get(name)
    if (code !== undefined) return { words: count, code, confidence: 0.9 }
    if (cities.has(name)) return { words: count, code: null, confidence: 0.8 }
  }
  return undefined
}

export const placeMention = (start: number, end: number, code: string | null, confidence: number): NamedPart => ({
  type: 'place',
  start,
  end,
  normalised: code,
  confidence,
  method: code === null ? 'city' : 'country',
})
