/** By what words and signs forms say that something must be filled in, or need not. */

export const requiredSign = /[*＊∗]/u

export const requiredWords =
  /(?<!\p{L})(?:required|mandatory|compulsory|needed|optional|must|pflicht\p{L}*|erforderlich\p{L}*|freiwillig|optional\p{L}*|obligatoires?|facultatif\p{L}*|requis\p{L}*|obligatori[oae]s?|requerid[oa]s?|opcional\p{L}*|obrigat[óo]ri[oa]s?|facoltativ\p{L}+|obbligatori\p{L}*|verplichte?|optioneel|wymagan\p{L}+|opcjonaln\p{L}+|nieobowiązkow\p{L}+|obligatorisk\p{L}*|frivillig\p{L}*|påkrævede?t?|skal udfyldes|valgfri\p{L}*|pakollinen|povinn\p{L}+|إلزامي\p{L}*|مطلوب\p{L}*|اختياري\p{L}*|необязательн\p{L}+|обязательн\p{L}+|обов[’'ʼ]язков\p{L}+|задължителн\p{L}+|obvezn\p{L}+|obavezn\p{L}+|obligatoriu|kötelező|zorunlu\p{L}*|isteğe bağlı|nepovinn\p{L}+|valinnai\p{L}+|pakolli\p{L}+|kohustuslik\p{L}*|privalom\p{L}+|obligāt\p{L}+|υποχρεωτικ\p{L}+|προαιρετικ\p{L}+|wajib|bắt buộc|חובה|רשות|الزامی|ضروری|अनिवार्य|आवश्यक|필수\p{L}*|선택)(?!\p{L})|必須|必填|必选|必選|任意|可选|选填|選填|จำเป็น|ต้องระบุ/iu

export const saysIfRequired = (text: string): boolean => requiredSign.test(text) || requiredWords.test(text)
