/** What a transcript of a recording is called. */

export const transcriptWords =
  /trans[ck]ri[pbt]|trascri|abschrift|textfassung|textversion|wortlaut|mitschrift|verbatim|uitgeschreven|uitgetikt|utskrift|avskrift|tekstversj?on|udskrift|afskrift|litteroin|tekstivastine|transkrypc|zapis rozmowy|přepis|prepis|prijepis|leirat|átirat|transcriere|yazılı metin|döküm|απομαγνητοφ|расшифровк|стенограмм|текстовая версия|розшифровк|書き起こし|文字起こし|テキスト版|文字稿|逐字稿|文字版|대본|녹취록|تفريغ|نص التسجيل|תמלול|text (?:version|alternative)|full text of/i
