/** Words that say little about what a text is about: those that only point or measure, and those that stand in any text. */
const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** Never open a key phrase: "new", "several", "other". */
export const vagueWords =
  words(`new other several many various different such same own certain possible available important
  significant main major recent current present previous next last first second third further following general specific
  particular whole entire full large small great good better best bad high higher low lower big long short little few more most
  less least much additional additionally necessary sufficient appropriate suitable simple complex easy difficult hard real true
  similar common usual typical final early late old young only early able likely unlikely sure clear interesting useful
  well-known numerous considerable extensive wide broad single double multiple total overall key basic essential related
  existing given proposed latter former above below mr mr. mrs ms dr prof hi hello dear thanks thank regards sincerely today
  tomorrow yesterday non e.g i.e etc et al ever-increasing increasing growing right wrong nice happy sorry glad welcome kind
  free ready late wrong due attached enclosed urgent please`)

/** Stand in texts of any matter; a phrase of nothing else is seldom one to note. */
export const genericWords = words(`paper article author work study approach method methodology way result problem issue
  application use user example case number kind type form part set group level point order fact thing aspect area field
  development process system technique feature purpose aim goal objective idea concept question answer solution advantage
  disadvantage benefit effect impact role change increase decrease difference improvement performance quality value amount
  rate degree size range time year month week day hour minute today people person man woman child world life place country city
  company business member team customer market information data knowledge research researcher experience practice need
  requirement ability possibility opportunity challenge interest attention respect regard view term name list line section
  chapter page note reason cause condition situation context environment basis framework structure function operation activity
  action task step stage phase period course end beginning rest lot bit pair variety series sort majority presence existence
  introduction conclusion discussion overview review survey report test experiment comparison evaluation investigation
  description definition proposal consideration assumption implication limitation consequence contribution attempt effort
  success failure help support access control design model analysis theory property component element factor parameter
  literature addition instance hand side top half mind sense everything something anything nothing someone anyone everyone
  morning afternoon evening night monday tuesday wednesday thursday friday saturday sunday january february march april may
  june july august september october november december colleague hi mail email message call meeting friday please thank
  detail item copy version update change-over thousand hundred million dozen percent euro dollar`)

/** Days and months, which a date is made of. */
export const calendarWords =
  words(`monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat
  january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct
  nov dec today tomorrow yesterday tonight a.m. p.m. am pm`)
/** Alone they say when. */
export const partsOfTime =
  words(`morning afternoon evening night noon midnight hour minute second day week weekend month quarter
  year decade spring summer autumn fall winter`)
