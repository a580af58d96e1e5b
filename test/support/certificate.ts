/** A certificate that nobody has signed but itself, for tests alone: made for this purpose, worth nothing anywhere. */

export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgBZYYAbm1G0udBbqr
9J2nl8Cysg4FuIhtleQaW+eibxChRANCAATxysP7Eu9LCttq4t1Jn0lzeCbHyDZL
eylgzUi0s43lxukDBV+XHH5b+GJOpe+febyauX5BXKSiTukWCNVsOnLM
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBsDCCAVWgAwIBAgIUFIzdRPC8Hlz9fNh4VyqkAPZy3SAwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMdGVzdC5pbnZhbGlkMCAXDTI2MTEyMTA0MjYxOFoYDzIxMjYx
MDI4MDQyNjE4WjAXMRUwEwYDVQQDDAx0ZXN0LmludmFsaWQwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAATxysP7Eu9LCttq4t1Jn0lzeCbHyDZLeylgzUi0s43lxukD
BV+XHH5b+GJOpe+febyauX5BXKSiTukWCNVsOnLMo30wezAdBgNVHQ4EFgQUcJUR
8ba+TqmjGzuqcWHTsYKOgewwHwYDVR0jBBgwFoAUcJUR8ba+TqmjGzuqcWHTsYKO
gewwDwYDVR0TAQH/BAUwAwEB/zAoBgNVHREEITAfggx0ZXN0LmludmFsaWSCCWxv
Y2FsaG9zdIcEfwAAATAKBggqhkjOPQQDAgNJADBGAiEAqf0kr4ghLSR9thFx/MWd
STX8A+6mm0UfzOcUZAo/G54CIQDkQ8TDz0R8zoieDvOXuI1OnAUxg9bNLYsHhctg
i3f+PA==
-----END CERTIFICATE-----`,
}
