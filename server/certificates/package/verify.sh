#!/bin/sh
# 离线核验本证据包，无需联系任何服务器。 Checks this evidence package offline; no server is asked.
# 用法 Usage:  unzip package.asice -d folder && cd folder && sh verify.sh [root-certificate.pem]
# 可选参数：从其他渠道取得的根证书。 Optional argument: the root certificate, obtained over another channel.
# 需要 Needs: sh, openssl 3, sha256sum, base64 (sed, grep, find, sort, cut, fold, wc)
LC_ALL=C
export LC_ALL
unset OPENSSL_CONF SSL_CERT_FILE SSL_CERT_DIR

tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
# 包内的名称可能含有控制终端或改变文字方向的字符。 Names in a package may hold characters that steer a terminal or turn a line around:
# C0, DEL, C1 (U+0080 to U+009F), U+200B to U+200F, U+2028 to U+202E, U+2060 to U+206F, U+FEFF.
c1=$(printf '\302[\200-\237]')
turns=$(printf '\342\200[\213-\217\250-\256]')
hidden=$(printf '\342\201[\240-\257]')
mark=$(printf '\357\273\277')
plain() { tr '\000-\011\013-\037\177' '?' | sed -e "s/$c1/?/g" -e "s/$turns/?/g" -e "s/$hidden/?/g" -e "s/$mark/?/g"; }
good() { printf '  OK    %s | %s\n' "$1" "$2" | plain; }
bad() {
  printf '  失败 FAILED  %s | %s\n' "$1" "$2" | plain
  printf '\n结论：核验不通过。 Result: NOT valid.\n'
  exit 1
}
hex() { sha256sum <"$1" | cut -c1-64; }
b64() { openssl dgst -sha256 -binary "$1" | base64 | tr -d '\n'; }

for tool in openssl sha256sum base64 sed grep find sort mktemp fold; do
  command -v "$tool" >/dev/null 2>&1 || { printf '缺少程序 Missing program: %s\n' "$tool"; exit 2; }
done
case $(openssl version) in
  'OpenSSL 3'* | 'OpenSSL 4'*) ;;
  *) printf '需要 OpenSSL 3 或更新版本 OpenSSL 3 or newer is needed\n'; exit 2 ;;
esac

M1=META-INF/ASiCManifest001.xml
M2=META-INF/ASiCManifest002.xml
TST=META-INF/timestamp001.tst
SIG=META-INF/signature001.p7s
PROOF=log/evidence.tlog-proof
LOGKEY=trust/log.pem

# 1. 包内只有应有的文件 The folder holds what it should, and nothing else.
cat >"$tmp/fixed" <<'LIST'
./META-INF/ASiCManifest001.xml
./META-INF/ASiCManifest002.xml
./META-INF/signature001.p7s
./META-INF/timestamp001.tst
./README.txt
./SHA256SUMS
./certificate.pdf
./evidence.json
./mimetype
./trust/ca.pem
./trust/crl.pem
./trust/seal.pem
./trust/tsa.pem
./verify.sh
LIST
# 早期的包没有日志证明；有则两项都有。 Early packages have no proof of the log; others have both entries.
[ -e "$PROOF" ] || [ -e "$LOGKEY" ] && printf './%s\n./%s\n' "$PROOF" "$LOGKEY" >>"$tmp/fixed"
find . ! -type f ! -type d -print >"$tmp/odd"
[ -s "$tmp/odd" ] && bad '含有链接或特殊文件' 'contains links or special files'
find . -type f -print | sort >"$tmp/all"
# 签章之后补入的文件各自证明自己，见第 7、8 步。 What was appended after the sealing proves itself, in steps 7 and 8.
later='^\./(META-INF/(ASiCManifest1[0-9][0-9]\.xml|timestamp1[0-9][0-9]\.tst)|trust/tsa-1[0-9][0-9]\.pem|anchors/chain-[1-9][0-9]{0,14}\.(json|tlog-proof))$'
grep -vE "$later" "$tmp/all" >"$tmp/present"
grep -E "$later" "$tmp/all" >"$tmp/later"
[ "$(find . -type f -print0 | tr -dc '\0' | wc -c)" -eq "$(wc -l <"$tmp/all")" ] || bad '文件名含换行' 'a file name contains a line break'
grep -v '^\./data/' "$tmp/present" >"$tmp/others"
sort "$tmp/fixed" | cmp -s - "$tmp/others" || bad '文件清单不符（多出或缺少文件）' 'unexpected or missing files'
printf 'application/vnd.etsi.asic-e+zip' | cmp -s - mimetype || bad 'mimetype 不符' 'mimetype differs'

# 2. 每个文件的摘要 The digest of every file.
grep -vE '^[0-9a-f]{64}  [^ ]' SHA256SUMS >/dev/null && bad 'SHA256SUMS 格式错误' 'SHA256SUMS is malformed'
cut -c67- SHA256SUMS | sed 's/^/.\//' | sort >"$tmp/listed"
grep -vxF -e ./mimetype -e ./SHA256SUMS -e "./$M2" -e "./$SIG" "$tmp/present" | cmp -s - "$tmp/listed" ||
  bad '有文件未列入 SHA256SUMS' 'SHA256SUMS does not list exactly the files present'
sha256sum -c SHA256SUMS >"$tmp/sums" 2>&1 || { grep -v ': OK$' "$tmp/sums" | plain; bad '文件已被改动' 'a file was altered'; }
good '所有文件与清单摘要一致' 'every file matches its listed digest'

# 3. 时间戳覆盖的清单与声明、原始文件一致 The time-stamped manifest agrees with statement and originals.
references() { sed -n 's/^<asic:DataObjectReference URI="\([^"]*\)" .*<ds:DigestValue>\([^<]*\)<.*$/\2 \1/p' "$1"; }
references "$M1" >"$tmp/m1"
while read -r digest path; do
  [ -f "$path" ] && [ "$(b64 "$path")" = "$digest" ] || bad '清单摘要不符' "manifest digest differs: $path"
done <"$tmp/m1"
{ echo ./evidence.json; grep '^\./data/' "$tmp/present"; } | sort >"$tmp/expected"
cut -d' ' -f2- "$tmp/m1" | sed 's/^/.\//' | sort | cmp -s - "$tmp/expected" || bad '时间戳清单未覆盖全部文件' 'the time-stamped manifest does not cover every file'
good '清单摘要一致' 'manifest digests agree'

sed 's/.*"files":\[\(.*\)\],"hashAlgorithms":\["sha256","sm3"\],.*/\1/' evidence.json | sed 's/},{/}\
{/g' >"$tmp/files"
grep -c . "$tmp/files" >"$tmp/stated"
[ "$(cat "$tmp/stated")" -eq "$(grep -c '^\./data/' "$tmp/present")" ] || bad '声明的文件数不符' 'the statement names another number of files'
while read -r line; do
  path=$(printf '%s\n' "$line" | sed 's/.*"path":"\([^"]*\)".*/\1/')
  [ -f "$path" ] || bad '声明的文件不存在' "stated file is missing: $path"
  printf '%s\n' "$line" | grep -qF "\"path\":\"$path\",\"sha256\":\"$(hex "$path")\",\"size\":$(($(wc -c <"$path"))),\"sm3\":\"" ||
    bad '文件与声明不符' "file differs from the statement: $path"
  sm3=$(openssl dgst -sm3 -r "$path" 2>/dev/null | cut -c1-64)
  if [ -n "$sm3" ]; then
    printf '%s\n' "$line" | grep -qF "\"sm3\":\"$sm3\"" || bad 'SM3 摘要不符' "SM3 differs: $path"
  fi
done <"$tmp/files"
good '原始文件与存证声明一致' 'the originals agree with the statement (evidence.json)'

# 4. 时间戳，按其自身时间核验 The time-stamp, judged at its own time: certificates expire, the instant they attested does not.
openssl ts -reply -token_in -in "$TST" -text >"$tmp/tst" 2>/dev/null || bad '无法读取时间戳' 'the time-stamp cannot be read'
# 其后的行由签发者书写，可能仿冒本脚本的输出。 Only the first: what follows it is written by whoever stamped, and could look like words of this script.
told() { sed -n '/^Time stamp: /{s///p;q;}' "$tmp/tst"; }
stamp=$(told)
epoch() {
  # shellcheck disable=SC2086 # split into month, day, clock, year on purpose
  set -- $1
  case $1 in
    Jan) m=1 ;; Feb) m=2 ;; Mar) m=3 ;; Apr) m=4 ;; May) m=5 ;; Jun) m=6 ;;
    Jul) m=7 ;; Aug) m=8 ;; Sep) m=9 ;; Oct) m=10 ;; Nov) m=11 ;; Dec) m=12 ;; *) return 1 ;;
  esac
  y=$4
  h=${3%%:*}
  rest=${3#*:}
  mi=${rest%%:*}
  s=${rest#*:}
  # 有的机构精确到秒以下。 Some authorities tell parts of a second.
  s=${s%%.*}
  [ "$m" -le 2 ] && { y=$((y - 1)); m=$((m + 12)); }
  days=$((365 * y + y / 4 - y / 100 + y / 400 + (153 * (m - 3) + 2) / 5 + $2 - 719469))
  echo $((days * 86400 + ${h#0} * 3600 + ${mi#0} * 60 + ${s#0}))
}
at=$(epoch "$stamp") || bad '时间戳时间无法读取' 'the time of the time-stamp cannot be read'
given=${1:-trust/ca.pem}
[ -f "$given" ] || { printf '找不到 Not found: %s\n' "$given"; exit 2; }
# 平台的一切只凭一张根证书，即最后打印其指纹的那一张；系统自带的根证书也不算数。 Everything of the platform rests on one root, the one
# whose fingerprint is told at the end: no second one in the file counts, nor any that the machine trusts (-no-CApath, -no-CAstore).
ca=$tmp/ca
openssl x509 -in trust/ca.pem -out "$ca" 2>/dev/null || bad '根证书无法读取' 'the root certificate cannot be read'
pems() { openssl crl2pkcs7 -nocrl -certfile "$1" 2>/dev/null | openssl pkcs7 -print_certs 2>/dev/null | sed -n '/^-----BEGIN/,/^-----END/p'; }
a_line_each() { tr -d '\n' | sed 's/-----END CERTIFICATE-----/&\
/g'; }
[ "$(pems trust/ca.pem | grep -c '^-----BEGIN')" -eq 1 ] || bad '根证书不止一张' 'there is more than one root certificate'
pems "$given" | a_line_each | grep -qxF -e "$(a_line_each <"$ca")" || bad '包内的根证书不在您提供的之中' 'the root of the package is none of those you gave'
openssl ts -verify -token_in -in "$TST" -data "$M1" -CAfile "$ca" -attime "$at" >"$tmp/out" 2>&1 &&
  grep -q '^Verification: OK' "$tmp/out" || bad '时间戳无效' 'the time-stamp is not valid'
good "时间戳有效：$stamp" 'time-stamp is valid'

# 5. 平台签章覆盖整个包 The platform's seal over the whole package.
[ "$(references "$M2")" = "$(b64 SHA256SUMS) SHA256SUMS" ] || bad '签章清单不符' 'the sealed manifest differs'
printf '%s\n' '<?xml version="1.0" encoding="UTF-8"?>' \
  '<asic:ASiCManifest xmlns:asic="http://uri.etsi.org/02918/v1.2.1#" xmlns:ds="http://www.w3.org/2000/09/xmldsig#">' \
  "<asic:SigReference URI=\"$SIG\" MimeType=\"application/pkcs7-signature\"/>" \
  "<asic:DataObjectReference URI=\"SHA256SUMS\" MimeType=\"text/plain\"><ds:DigestMethod Algorithm=\"http://www.w3.org/2001/04/xmlenc#sha256\"/><ds:DigestValue>$(b64 SHA256SUMS)</ds:DigestValue></asic:DataObjectReference>" \
  '</asic:ASiCManifest>' | cmp -s - "$M2" || bad '签章清单不符' 'the sealed manifest differs'
# openssl 不检查签章中附带的证书、版本号与内嵌时间戳，故逐项检查。 openssl looks at neither the certificates that ride along,
# nor the version numbers, nor the stamp inside the seal: each is checked here.
same_certs() {
  openssl pkcs7 -inform DER -in "$1" -print_certs 2>/dev/null | sed -n '/^-----BEGIN/,/^-----END/p' >"$tmp/found"
  shift
  : >"$tmp/one"
  : >"$tmp/two"
  for c in "$@"; do openssl x509 -in "$c" >>"$tmp/one"; done
  for c in "$@"; do openssl x509 -in "$c" | cat - "$tmp/two" >"$tmp/three" && mv "$tmp/three" "$tmp/two"; done
  cmp -s "$tmp/found" "$tmp/one" || cmp -s "$tmp/found" "$tmp/two"
}
versions() { openssl cms -cmsout -print -noout -inform DER -in "$1" 2>/dev/null | grep -E '^ {4}version: |^ {8}version: ' | tr -d ' \n'; }
# 最外层的三个对象标识 The three identifiers of the outer structure: signed data, its digest, its content type.
outer() { openssl asn1parse -inform DER -in "$1" 2>/dev/null | sed -n 's/.* OBJECT  *://p' | sed -n '1,3p' | tr '\n' ' '; }
# openssl 比较名称时不分大小写；此处要求一致。 openssl compares names without regard to case; here they must be the same.
one_issuer() { [ "$(openssl cms -cmsout -print -noout -nameopt RFC2253 -inform DER -in "$1" 2>/dev/null | sed -n 's/^ *issuer: *//p' | sort -u | wc -l)" -eq 1 ]; }
nulls() { [ "$(grep -c ':rsaEncryption' "$1")" -eq "$(grep -A1 ':rsaEncryption' "$1" | grep -c 'l=   0 prim: NULL')" ]; }
# 取出一段 DER: 偏移、长度  Cuts a piece out of a file: offset, length.
cut_bytes() { dd if="$1" of="$4" bs=1 skip="$2" count="$3" 2>/dev/null; }
field() { printf '%s\n' "$1" | sed -n "s/^ *\([0-9]*\):d=[0-9]* *hl=\([0-9]*\) *l= *\([0-9]*\) .*/\\$2/p"; }

# 每一处长度只有一种写法，末尾别无他物。 Every length has its one form, and nothing stands behind the end.
strict() {
  openssl asn1parse -inform DER -in "$1" 2>/dev/null | sed -n 's/^ *[0-9]*:d= *[0-9]* *hl= *\([0-9]*\) *l= *\([^ ]*\) .*/\1 \2/p' >"$tmp/lengths"
  ends=
  while read -r head length; do
    case $length in '' | *[!0-9]*) return 1 ;; esac
    ends=${ends:-$((head + length))}
    if [ "$length" -lt 128 ]; then least=2; elif [ "$length" -lt 256 ]; then least=3; elif [ "$length" -lt 65536 ]; then least=4; else least=5; fi
    [ "$head" -eq "$least" ] || return 1
  done <"$tmp/lengths"
  [ "${ends:-0}" -eq "$(wc -c <"$1")" ]
}

same_certs "$SIG" trust/seal.pem trust/ca.pem || bad '签章中的证书与 trust/ 不符' 'certificates in the seal differ from trust/'
[ "$(versions "$SIG")" = 'version:1version:1' ] && [ "$(outer "$SIG")" = 'pkcs7-signedData sha256 pkcs7-data ' ] || bad '签章结构错误' 'the seal is malformed'
openssl asn1parse -inform DER -in "$SIG" >"$tmp/asn1" 2>/dev/null || bad '签章结构错误' 'the seal is malformed'
strict "$SIG" && one_issuer "$SIG" && nulls "$tmp/asn1" || bad '签章结构错误' 'the seal is malformed'
value=$(grep -B1 'd=5 .*cont \[ 1 \]' "$tmp/asn1" | sed -n '1{/OCTET STRING/p;}')
inner=$(grep -A2 ':id-smime-aa-timeStampToken' "$tmp/asn1" | sed -n '3{/SEQUENCE/p;}')
[ -n "$value" ] && [ -n "$inner" ] || bad '签章缺少时间戳' 'the seal has no time-stamp'
cut_bytes "$SIG" $(($(field "$value" 1) + $(field "$value" 2))) "$(field "$value" 3)" "$tmp/value"
cut_bytes "$SIG" "$(field "$inner" 1)" $(($(field "$inner" 2) + $(field "$inner" 3))) "$tmp/inner"
[ $(($(field "$inner" 1) + $(wc -c <"$tmp/inner"))) -eq $(($(wc -c <"$SIG"))) ] || bad '签章结构错误' 'the seal is malformed'
openssl ts -reply -token_in -in "$tmp/inner" -text >"$tmp/tst" 2>/dev/null || bad '签章时间戳无法读取' 'the stamp in the seal cannot be read'
sealed=$(told)
sealed_at=$(epoch "$sealed") || bad '签章时间戳无法读取' 'the stamp in the seal cannot be read'
openssl ts -verify -token_in -in "$tmp/inner" -data "$tmp/value" -CAfile "$ca" -attime "$sealed_at" >"$tmp/out" 2>&1 &&
  grep -q '^Verification: OK' "$tmp/out" || bad '签章时间戳无效' 'the stamp in the seal is not valid'
openssl cms -verify -binary -inform DER -in "$SIG" -content "$M2" -CAfile "$ca" -no-CApath -no-CAstore -attime "$sealed_at" -out /dev/null >/dev/null 2>&1 ||
  bad '平台签章无效' 'the platform seal is not valid'
# 两枚时间戳之间可能更换过密钥：先列证据时间戳的证书，后列签章时间戳的。 The keys may have been renewed between the two stamps:
# the certificate of the evidence's stamp comes first, that of the seal's last.
case $(grep -c '^-----BEGIN' trust/tsa.pem) in 1 | 2) ;; *) bad '时间戳证书不符' 'unexpected time-stamping certificates' ;; esac
sed '/^-----END/q' trust/tsa.pem >"$tmp/tsa1"
sed -n '/^-----BEGIN/{h;d;};H;${x;p;}' trust/tsa.pem >"$tmp/tsa2"
same_certs "$tmp/inner" "$tmp/tsa2" && same_certs "$TST" "$tmp/tsa1" || bad '时间戳中的证书与 trust/ 不符' 'certificates in a stamp differ from trust/'
one_issuer "$tmp/inner" && [ "$(versions "$tmp/inner")" = 'version:3version:1' ] && [ "$(outer "$tmp/inner")" = 'pkcs7-signedData sha256 id-smime-ct-TSTInfo ' ] || bad '签章时间戳结构错误' 'the stamp in the seal is malformed'
openssl crl -in trust/crl.pem -CAfile "$ca" -no-CApath -no-CAstore -noout 2>&1 | grep -q 'verify OK' || bad '吊销列表无效' 'the revocation list is not valid'
# 吊销之前的签名仍然有效。 What was signed before a revocation still counts.
not_revoked() {
  revoked_by trust/crl.pem "$@"
  n=1
  while [ -f "$tmp/newer$n" ]; do
    revoked_by "$tmp/newer$n" "$@"
    n=$((n + 1))
  done
}
# 您提供的文件中如有平台更新的吊销列表，逐份核对；他人的列表与平台无关。 Newer lists in the file that the reader gave count too, each of them: a package cannot
# know what was revoked after it. Lists of others say nothing of the platform.
issuer() { openssl crl -in "$1" -noout -issuer -nameopt RFC2253 2>/dev/null | sed 's/^issuer= *//'; }
if [ $# -gt 0 ]; then
  tr -d '\r\n' <"$given" | sed 's/-----END X509 CRL-----/&\
/g' | sed -n 's/.*\(-----BEGIN X509 CRL-----\)/\1/p' >"$tmp/lists"
  owner=$(openssl x509 -in "$ca" -noout -subject -nameopt RFC2253 | sed 's/^subject= *//')
  key_of() {
    of=$1
    shift
    openssl "$@" -noout -text 2>/dev/null | sed -n "/$of Key Identifier:/{n;s/keyid://;s/ //g;p;q;}"
  }
  own=$(key_of 'X509v3 Subject' x509 -in "$ca")
  wrong_list() { bad '您提供的吊销列表无效' 'the revocation list you gave is not valid'; }
  [ "$(grep -c -e '-----BEGIN X509 CRL-----' "$given")" -eq "$(wc -l <"$tmp/lists")" ] || wrong_list
  n=1
  while read -r pem; do
    printf '%s\n' "$pem" | sed 's/^-----BEGIN X509 CRL-----/&\
/;s/-----END/\
&/' | fold -w 64 >"$tmp/list"
    from=$(issuer "$tmp/list")
    [ -n "$from" ] || wrong_list
    [ "$from" = "$owner" ] || continue
    # 同名的他人以密钥区分。 Another of the same name is told by its key.
    by=$(key_of 'X509v3 Authority' crl -in "$tmp/list")
    [ -z "$by" ] || [ -z "$own" ] || [ "$by" = "$own" ] || continue
    openssl crl -in "$tmp/list" -CAfile "$ca" -no-CApath -no-CAstore -noout 2>&1 | grep -q 'verify OK' || wrong_list
    mv "$tmp/list" "$tmp/newer$n"
    n=$((n + 1))
  done <"$tmp/lists"
fi
revoked_by() {
  list=$1
  shift
  serial=$(openssl x509 -in "$1" -noout -serial | cut -d= -f2)
  listed=$(openssl crl -in "$list" -noout -text | grep -iA1 "Serial Number: *0*$serial\$") || return 0
  since=$(epoch "$(printf '%s\n' "$listed" | sed -n 's/^ *Revocation Date: //p')") && [ "$since" -gt "$2" ] || bad '证书已被吊销' "revoked: $3"
}
not_revoked "$tmp/tsa1" "$at" tsa
not_revoked "$tmp/tsa2" "$sealed_at" tsa
not_revoked trust/seal.pem "$sealed_at" seal
good "平台签章有效：$sealed" 'the platform seal is valid'

# 6. 透明日志：声明与时间戳的摘要是日志树的一片叶子，日志的密钥签署了树根（RFC 6962、C2SP tlog-proof）。
# The transparency log: the digests of statement and time-stamp are a leaf of its tree, whose root the log's key signed.
# 一种写法只有一个含义。 One way of writing, one meaning.
raw() { printf '%s' "$1" | base64 -d >"$2" 2>/dev/null && [ "$(base64 <"$2" | tr -d '\n')" = "$1" ]; }
number() { case $1 in '' | *[!0-9]* | 0?* | ????????????????*) return 1 ;; esac; }
node() { { printf '\001'; cat "$1" "$2"; } | openssl dgst -sha256 -binary >"$tmp/node" && mv "$tmp/node" "$3"; }
wrong_log() { bad '日志证明无效' "the proof of the log is not valid: $1"; }
# 证明中的树根是否由声明与时间戳推出，并由日志的密钥签署。 Whether statement and stamp lead to the root of a proof, and the log's key signed it.
logged_by() {
  [ "$(LC_ALL=C tr -d '\n\040-\176\200-\377' <"$1" | wc -c)" -eq 0 ] && [ "$(tail -c1 "$1" | od -An -tx1 | tr -d ' ')" = 0a ] || wrong_log text
  sed '/^$/q' "$1" | sed '$d' >"$tmp/way"
  sed '1,/^$/d' "$1" >"$tmp/note"
  sed '/^$/,$d' "$tmp/note" >"$tmp/checkpoint"
  sed '1,/^$/d' "$tmp/note" >"$tmp/signatures"
  [ "$(sed -n 1p "$tmp/way")" = 'c2sp.org/tlog-proof@v1' ] && [ "$(wc -l <"$tmp/checkpoint")" -eq 3 ] && ! grep -qv '^— ' "$tmp/signatures" || wrong_log form
  index=$(sed -n '2s/^index //p' "$tmp/way")
  origin=$(sed -n 1p "$tmp/checkpoint")
  size=$(sed -n 2p "$tmp/checkpoint")
  number "$index" && number "$size" && [ -n "$origin" ] && [ "$index" -lt "$size" ] || wrong_log numbers
  raw "$(sed -n 3p "$tmp/checkpoint")" "$tmp/stated" && [ "$(wc -c <"$tmp/stated")" -eq 32 ] || wrong_log root
  { printf '\000'; printf 'shimakaze-evidence/v1\n%s\n%s\n' "$(hex evidence.json)" "$(hex "$TST")"; } | openssl dgst -sha256 -binary >"$tmp/root"
  place=$index
  last=$((size - 1))
  sed '1,2d' "$tmp/way" >"$tmp/hashes"
  while read -r line; do
    raw "$line" "$tmp/hash" && [ "$(wc -c <"$tmp/hash")" -eq 32 ] && [ "$last" -gt 0 ] || wrong_log hash
    if [ $((place % 2)) -eq 1 ] || [ "$place" -eq "$last" ]; then
      node "$tmp/hash" "$tmp/root" "$tmp/root"
      while [ $((place % 2)) -eq 0 ] && [ "$place" -ne 0 ]; do
        place=$((place / 2))
        last=$((last / 2))
      done
    else
      node "$tmp/root" "$tmp/hash" "$tmp/root"
    fi
    place=$((place / 2))
    last=$((last / 2))
  done <"$tmp/hashes"
  [ "$last" -eq 0 ] && cmp -s "$tmp/root" "$tmp/stated" || wrong_log path
  { printf '%s\n\001' "$origin"; cat "$tmp/public"; } | openssl dgst -sha256 -binary | head -c4 >"$tmp/keyid"
  # 只看此密钥的签名，其他行留给其他读者。 This key's signature counts; other lines are for other readers.
  : >"$tmp/ours"
  while read -r dash name value; do
    [ "$dash" = '—' ] && raw "$value" "$tmp/line" || wrong_log signature
    [ "$name" = "$origin" ] && head -c4 "$tmp/line" | cmp -s - "$tmp/keyid" && printf '%s\n' "$value" >>"$tmp/ours"
  done <"$tmp/signatures"
  [ "$(wc -l <"$tmp/ours")" -eq 1 ] || wrong_log signature
  base64 -d <"$tmp/ours" | tail -c +5 >"$tmp/signed"
  openssl pkeyutl -verify -rawin -pubin -inkey "$tmp/logkey.pem" -in "$tmp/checkpoint" -sigfile "$tmp/signed" >/dev/null 2>&1 || wrong_log signature
}
if [ -f "$PROOF" ]; then
  # 日志的证书由根证书签发，且只用于日志。 The log's certificate was issued by the root, and serves logs alone.
  [ "$(grep -c '^-----BEGIN' "$LOGKEY")" -eq 1 ] && openssl verify -CAfile "$ca" -no-CApath -no-CAstore -attime "$sealed_at" "$LOGKEY" >/dev/null 2>&1 || wrong_log certificate
  openssl x509 -in "$LOGKEY" -noout -text >"$tmp/logkey"
  grep -q 'Public Key Algorithm: ED25519' "$tmp/logkey" && grep -q 'Digital Signature' "$tmp/logkey" && grep -q 'CA:FALSE' "$tmp/logkey" && ! grep -q 'Extended Key Usage' "$tmp/logkey" || wrong_log purpose
  not_revoked "$LOGKEY" "$sealed_at" log
  openssl x509 -in "$LOGKEY" -noout -pubkey >"$tmp/logkey.pem"
  openssl pkey -pubin -in "$tmp/logkey.pem" -outform DER | tail -c32 >"$tmp/public"
  logged_by "$PROOF"
  good "已载入透明日志 $origin：第 $index 条，共 $size 条" "logged as entry $index of $size"
fi

# 7. 第三方时间戳，签章之后补入；每枚覆盖自己的清单，清单指向 ASiCManifest001.xml 与平台的时间戳。 Time-stamps of third parties,
# appended after the sealing: each covers a manifest of its own, which names ASiCManifest001.xml and the platform's stamp.
object() { printf '%s\n' "<asic:DataObjectReference URI=\"$1\" MimeType=\"$2\"><ds:DigestMethod Algorithm=\"http://www.w3.org/2001/04/xmlenc#sha256\"/><ds:DigestValue>$(b64 "$1")</ds:DigestValue></asic:DataObjectReference>"; }
shown() { openssl cms -cmsout -print -noout -nameopt RFC2253 -inform DER -in "$1" 2>/dev/null; }
# 未被签名覆盖的每一处都须是唯一写法。 Whatever no signature covers must have its one form.
stamp_shape() {
  shown "$1" >"$tmp/shown"
  [ "$(sed -n '/^    crls:/{n;p;};/^        unsignedAttrs:/{n;p;}' "$tmp/shown" | tr -d ' \n')" = '<ABSENT><ABSENT>' ] || return 1
  # shellcheck disable=SC2046 # split into algorithms and their parameters on purpose
  set -- "$1" $(sed -n '/^    digestAlgorithms:/,/^    encap/p;/^        digestAlgorithm: /,/^        signedAttrs/p;/^        signatureAlgorithm: /,/^        signature:/p' "$tmp/shown" |
    sed -n 's/^ *algorithm: \([^ ]*\) .*/\1/p;s/^ *parameter: \(.*\)/\1/p')
  [ $# -eq 7 ] && [ "$2" = "$4" ] || return 1
  case "$3 $5" in 'NULL NULL' | '<ABSENT> <ABSENT>' | 'NULL <ABSENT>' | '<ABSENT> NULL') ;; *) return 1 ;; esac
  case "$2 $6 $7" in
    sha[235][581][642]' rsaEncryption NULL' | 'sha256 sha256WithRSAEncryption NULL' | 'sha384 sha384WithRSAEncryption NULL' | 'sha512 sha512WithRSAEncryption NULL') ;;
    'sha256 ecdsa-with-SHA256 <ABSENT>' | 'sha384 ecdsa-with-SHA384 <ABSENT>' | 'sha512 ecdsa-with-SHA512 <ABSENT>') ;;
    *) return 1 ;;
  esac
  [ "$(versions "$1")" = 'version:3version:1' ] && [ "$(outer "$1")" = "pkcs7-signedData $2 id-smime-ct-TSTInfo " ] || return 1
  signer=$(sed -n '/^    signerInfos:/,$s/^ *issuer: *//p' "$tmp/shown")
  [ "$(sed -n '/^    certificates:/,/^    crls:/s/^          issuer: *//p' "$tmp/shown" | grep -cxF "$signer")" -ge 1 ]
}
# 名单中可能有多张根证书：只告知令牌真正到达的那张。 There may be several roots: the one is told that the token leads to.
reached() {
  pems "$4" | a_line_each | while read -r pem; do
    printf '%s\n' "$pem" | sed 's/-----BEGIN CERTIFICATE-----/&\
/;s/-----END/\
&/' | openssl x509 -out "$tmp/root1" 2>/dev/null || continue
    openssl ts -verify -token_in -in "$1" -data "$2" -CAfile "$tmp/root1" -partial_chain -attime "$3" 2>/dev/null | grep -q '^Verification: OK' || continue
    openssl x509 -in "$tmp/root1" -noout -fingerprint -sha256 | cut -d= -f2
    break
  done
}
for n in $(sed -n '/^\.\/anchors\//!s/.*\(1[0-9][0-9]\)\.[a-z]*$/\1/p' "$tmp/later" | sort -u); do
  mn=META-INF/ASiCManifest$n.xml
  tn=META-INF/timestamp$n.tst
  rn=trust/tsa-$n.pem
  [ "$n" -ge 101 ] && [ -f "$mn" ] && [ -f "$tn" ] && [ -f "$rn" ] || bad '第三方时间戳的文件不全' "files of a third party's time-stamp are missing: $n"
  for f in "$mn" "$tn" "$rn"; do [ "$(wc -c <"$f")" -le 1048576 ] || bad '文件过大' "file too large: $f"; done
  {
    printf '%s\n' '<?xml version="1.0" encoding="UTF-8"?>' '<asic:ASiCManifest xmlns:asic="http://uri.etsi.org/02918/v1.2.1#" xmlns:ds="http://www.w3.org/2000/09/xmldsig#">' \
      "<asic:SigReference URI=\"$tn\" MimeType=\"application/vnd.etsi.timestamp-token\"/>"
    object "$M1" text/xml
    object "$TST" application/vnd.etsi.timestamp-token
    object "$rn" application/x-pem-file
    printf '%s\n' '</asic:ASiCManifest>'
  } | cmp -s - "$mn" || bad '第三方时间戳的清单不符' "the manifest of a third party's time-stamp differs: $mn"
  openssl ts -reply -token_in -in "$tn" -text >"$tmp/tst" 2>/dev/null || bad '无法读取第三方时间戳' "a third party's time-stamp cannot be read: $tn"
  third=$(told)
  third_at=$(epoch "$third") || bad '无法读取第三方时间戳' "a third party's time-stamp cannot be read: $tn"
  openssl ts -verify -token_in -in "$tn" -data "$mn" -CAfile "$rn" -partial_chain -attime "$third_at" >"$tmp/out" 2>&1 &&
    grep -q '^Verification: OK' "$tmp/out" || bad '第三方时间戳无效' "a third party's time-stamp is not valid: $tn"
  strict "$tn" && stamp_shape "$tn" || bad '第三方时间戳结构错误' "a third party's time-stamp is malformed: $tn"
  # 附带的每张证书都须在证书链上。 Each certificate that rides along must be on the path.
  openssl pkcs7 -inform DER -in "$tn" -print_certs 2>/dev/null | sed -n '/^-----BEGIN/,/^-----END/p' >"$tmp/chain"
  openssl cms -verify -noverify -inform DER -in "$tn" -signer "$tmp/signer" -out /dev/null >/dev/null 2>&1
  path=$(openssl verify -show_chain -partial_chain -attime "$third_at" -CAfile "$rn" -no-CApath -no-CAstore -untrusted "$tmp/chain" "$tmp/signer" 2>/dev/null | grep -c '^depth=')
  [ "$path" -eq $(($(grep -c '^-----BEGIN' "$tmp/chain") + 1)) ] || bad '第三方时间戳含有不应有的证书' "a third party's time-stamp has certificates that do not belong there: $tn"
  # 它覆盖平台的时间戳，不可能早于后者；时钟相差至多一小时。 It covers the platform's stamp and cannot be older; clocks differ by an hour at most.
  if [ "$third_at" -lt $((at - 3600)) ]; then
    printf '  ?     第三方时间戳早于它所覆盖的平台时间戳，不予采信：%s | a third party'"'"'s time-stamp is older than the platform'"'"'s, which it covers, and is not counted\n' "$third"
    continue
  fi
  good "第三方时间戳有效：$third" "a third party's time-stamp is valid: $(openssl x509 -in "$tmp/signer" -noout -subject -nameopt RFC2253,utf8,-esc_msb | sed 's/^subject=//')"
  if [ $# -gt 0 ] && openssl ts -verify -token_in -in "$tn" -data "$mn" -CAfile "$given" -partial_chain -attime "$third_at" 2>/dev/null | grep -q '^Verification: OK'; then
    printf '        已使用您提供的根证书。 The root you gave was used.\n'
  else
    printf '        该机构的根证书取自包内，请比对其指纹。 Its root was taken from the package; compare the fingerprint:\n        %s\n' "$(reached "$tn" "$mn" "$third_at" "$rn")"
  fi
done

# 8. 区块链锚定，签章之后补入：区块中的一笔交易写有日志检查点的摘要，该检查点包含本证据（docs: Ethereum yellow paper, RLP, Merkle-Patricia trie）。
# Anchors in chains, appended after the sealing: a transaction in a block holds the digest of a checkpoint of the log that covers this evidence.
wrong_anchor() { bad '区块链锚定记录无效' "the record of an anchor is not valid: $1"; }
# Keccak-256, 以太坊的哈希，以 64 位整数运算实现。 Keccak-256, the hash of Ethereum, in 64-bit arithmetic: OpenSSL before 3.2 does not have it.
keccak_round() {
  round=
  for x in 0 1 2 3 4; do round="$round c$x=\$((a$x ^ a$((x + 5)) ^ a$((x + 10)) ^ a$((x + 15)) ^ a$((x + 20))))"; done
  for x in 0 1 2 3 4; do n=c$(((x + 1) % 5)); round="$round d$x=\$((c$(((x + 4) % 5)) ^ ($n << 1 | $n >> 63 & 1)))"; done
  i=0
  for by in 0 1 62 28 27 36 44 6 55 20 3 10 43 25 39 41 45 15 21 8 18 2 61 56 14; do
    x=$((i % 5))
    to=b$((i / 5 + 5 * ((2 * x + 3 * (i / 5)) % 5)))
    if [ "$by" -eq 0 ]; then round="$round $to=\$((a$i ^ d$x))"; else round="$round t=\$((a$i ^ d$x)) $to=\$((t << $by | t >> $((64 - by)) & $(((1 << by) - 1))))"; fi
    i=$((i + 1))
  done
  for i in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24; do
    row=$((i / 5 * 5))
    round="$round a$i=\$((b$i ^ ~b$((row + (i + 1) % 5)) & b$((row + (i + 2) % 5))))"
  done
  round="$round a0=\$((a0 ^ rc))"
}
keccak_block() {
  # 最高位为 1 的常数写成负数。 Constants whose highest bit is set are written as negative numbers.
  for rc in 1 32898 -9223372036854742902 -9223372034707259392 32907 2147483649 -9223372034707259263 -9223372036854743031 138 136 2147516425 2147483658 2147516555 \
    -9223372036854775669 -9223372036854742903 -9223372036854743037 -9223372036854743038 -9223372036854775680 32778 -9223372034707292150 -9223372034707259263 -9223372036854742912 2147483649 -9223372034707259384; do
    eval "$round"
  done
}
# 以十六进制文字给出与返回。 Takes and gives hexadecimal text.
keccak() {
  for i in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24; do eval "a$i=0"; done
  left=$((136 - ${#1} / 2 % 136))
  case $left in 1) pad=81 ;; 2) pad=0180 ;; *) pad=01$(printf '%0*d' $((2 * left - 4)) 0)80 ;; esac
  # 一行一个小端序的 64 位字，分作高低两半。 A little-endian word of 64 bits a line, in two halves.
  printf '%s%s\n' "$1" "$pad" | fold -w 16 | sed 's/\(..\)\(..\)\(..\)\(..\)\(..\)\(..\)\(..\)\(..\)/0x\8\7\6\5 0x\4\3\2\1/' >"$tmp/words"
  i=0
  while read -r high low; do
    eval "a$i=\$((a$i ^ (high << 32 | low)))"
    i=$((i + 1))
    [ "$i" -lt 17 ] || { keccak_block; i=0; }
  done <"$tmp/words"
  printf '%016x%016x%016x%016x\n' "$a0" "$a1" "$a2" "$a3" | fold -w 16 | sed 's/\(..\)\(..\)\(..\)\(..\)\(..\)\(..\)\(..\)\(..\)/\8\7\6\5\4\3\2\1/' | tr -d '\n'
}
# 读取 RLP：$1 的第一项为 item，其类型为 kind，其余为 rest；只接受最短写法。 Reads RLP: the first value of $1, its kind, and what follows; the shortest form alone.
rlp() {
  first=$((0x${1%"${1#??}"}))
  rest=${1#??}
  kind=string
  if [ "$first" -lt 128 ]; then item=${1%"$rest"}; return; fi
  [ "$first" -ge 192 ] && { kind=list; first=$((first - 64)); }
  if [ "$first" -le 183 ]; then count=$((first - 128)); else
    digits=$(((first - 183) * 2))
    [ "$digits" -le 8 ] && [ "${#rest}" -ge "$digits" ] || wrong_anchor rlp
    count=$(printf '%s' "$rest" | cut -c1-"$digits")
    case $count in 00*) wrong_anchor rlp ;; esac
    rest=$(printf '%s' "$rest" | cut -c$((digits + 1))-)
    count=$((0x$count))
    [ "$count" -gt 55 ] || wrong_anchor rlp
  fi
  [ "${#rest}" -ge $((count * 2)) ] || wrong_anchor rlp
  item=
  [ "$count" -eq 0 ] || item=$(printf '%s' "$rest" | cut -c1-$((count * 2)))
  rest=${rest#"$item"}
  case "$kind$count$item" in string1[0-7]?) wrong_anchor rlp ;; esac
}
# 列表的每一项写成一行：类型、内容。 Each value of a list on a line of its own: kind and content.
list() {
  rlp "$1"
  [ "$kind" = list ] && [ -z "$rest" ] || wrong_anchor rlp
  rest=$item
  : >"$2"
  while [ -n "$rest" ]; do
    rlp "$rest"
    printf '%s %s\n' "$kind" "$item" >>"$2"
  done
}
field_of() { sed -n "$(($2 + 1))s/^string //p" "$1"; }
# 无前导零的整数，不超过 JavaScript 可准确表示的范围。 A number without leading zeros, no larger than JavaScript holds exactly.
whole() { case $1 in '') echo 0 ;; 00* | ???????????????*) return 1 ;; *) n=$((0x$1)); [ "$n" -le 9007199254740991 ] && echo "$n" ;; esac; }
# 秒数写成日期。 Seconds as a date.
instant() {
  days=$(($1 / 86400 + 719468))
  era=$((days / 146097))
  doe=$((days % 146097))
  yoe=$(((doe - doe / 1460 + doe / 36524 - doe / 146096) / 365))
  doy=$((doe - (365 * yoe + yoe / 4 - yoe / 100)))
  mp=$(((5 * doy + 2) / 153))
  m=$((mp < 10 ? mp + 3 : mp - 9))
  printf '%04d-%02d-%02dT%02d:%02d:%02dZ' $((yoe + era * 400 + (m <= 2))) "$m" $((doy - (153 * mp + 2) / 5 + 1)) $(($1 % 86400 / 3600)) $(($1 % 3600 / 60)) $(($1 % 60))
}
# 记录中的一个值；整份记录随后按唯一写法重建并比对。 One value of the record, which is then built again in its one form and compared.
value() { sed -n -e "s/.*\"$2\":\"0x\([0-9a-f]*\)\"[,}].*/\1/p" -e "s/.*\"$2\":\([0-9][0-9]*\)[,}].*/\1/p" "$1"; }
# 由树根按键逐个节点下行，叶子即交易。 From the root down by the key, node by node: the leaf is the transaction.
descend() {
  want=$1
  key=$2
  while read -r trie_node; do
    [ "$(keccak "$trie_node")" = "$want" ] || wrong_anchor trie
    list "$trie_node" "$tmp/trie"
    grep -q '^list' "$tmp/trie" && wrong_anchor trie
    case $(wc -l <"$tmp/trie" | tr -d ' ') in
      17)
        [ -n "$key" ] || wrong_anchor trie
        want=$(field_of "$tmp/trie" $((0x${key%"${key#?}"})))
        key=${key#?}
        ;;
      2)
        part=$(field_of "$tmp/trie" 0)
        want=$(field_of "$tmp/trie" 1)
        case $part in 00* | 20*) leads=${part#??} ;; 1* | 3*) leads=${part#?} ;; *) wrong_anchor trie ;; esac
        case $key in "$leads"*) key=${key#"$leads"} ;; *) wrong_anchor trie ;; esac
        case $part in [23]*) [ -z "$key" ] || wrong_anchor trie ;; esac
        ;;
      *) wrong_anchor trie ;;
    esac
  done <"$3"
  [ -z "$key" ] || wrong_anchor trie
}
check_anchor() {
  record=anchors/chain-$1.json
  [ -f "$record" ] && [ -f "anchors/chain-$1.tlog-proof" ] && [ -f "$PROOF" ] || wrong_anchor files
  [ "$(wc -c <"$record")" -le 262144 ] && [ "$(wc -c <"anchors/chain-$1.tlog-proof")" -le 1048576 ] || wrong_anchor size
  logged_by "anchors/chain-$1.tlog-proof"
  header=$(value "$record" header)
  transaction=$(value "$record" transaction)
  place=$(value "$record" index)
  printf '%s\n' "$(sed -n 's/.*"proof":\[\([^]]*\)\].*/\1/p' "$record" | tr ',' '\n')" | sed 's/^"0x\([0-9a-f]*\)"$/\1/' >"$tmp/nodes"
  number "$place" && [ -n "$header" ] && [ -n "$transaction" ] && [ "$(wc -l <"$tmp/nodes")" -le 16 ] || wrong_anchor form
  for h in "$header" "$transaction" $(cat "$tmp/nodes"); do case $h in *[!0-9a-f]*) wrong_anchor form ;; esac; [ $((${#h} % 2)) -eq 0 ] || wrong_anchor form; done
  # 区块头 The block's header.
  list "$header" "$tmp/header"
  fields=$(grep -c '^string ' "$tmp/header")
  [ "$fields" -eq "$(wc -l <"$tmp/header")" ] && [ "$fields" -ge 15 ] && [ "$fields" -le 32 ] || wrong_anchor header
  for f in 0:32 1:32 2:20 3:32 4:32 5:32 6:256 13:32 14:8; do [ "$(field_of "$tmp/header" "${f%:*}" | tr -d '\n' | wc -c)" -eq $((2 * ${f#*:})) ] || wrong_anchor header; done
  height=$(whole "$(field_of "$tmp/header" 8)") && made=$(whole "$(field_of "$tmp/header" 11)") && [ "$made" -le 253402300799 ] || wrong_anchor header
  block=$(keccak "$header")
  # 交易在区块之中 The transaction in that block.
  if [ "$place" -eq 0 ]; then key=80; else
    key=$(printf '%x' "$place")
    [ $((${#key} % 2)) -eq 0 ] || key=0$key
    [ "$place" -lt 128 ] || key=$(printf '%x' $((128 + ${#key} / 2)))$key
  fi
  descend "$(field_of "$tmp/header" 4)" "$key" "$tmp/nodes"
  [ "$want" = "$transaction" ] || wrong_anchor transaction
  # 交易写有检查点的摘要 What the transaction holds: the digest of the checkpoint.
  case $transaction in
    01*) list "${transaction#??}" "$tmp/tx"; at=6; to=4; access=7; fields=11; chain=$(field_of "$tmp/tx" 0) ;;
    02*) list "${transaction#??}" "$tmp/tx"; at=7; to=5; access=8; fields=12; chain=$(field_of "$tmp/tx" 0) ;;
    [c-f]*) list "$transaction" "$tmp/tx"; at=5; to=3; access=-1; fields=9; chain=$(field_of "$tmp/tx" 6) ;;
    *) wrong_anchor transaction ;;
  esac
  [ "$(wc -l <"$tmp/tx")" -eq "$fields" ] || wrong_anchor transaction
  i=0
  while read -r kind item; do
    case $i in
      "$access") [ "$kind" = list ] && [ -z "$item" ] ;;
      "$to") [ "$kind" = string ] && { [ -z "$item" ] || [ ${#item} -eq 40 ]; } ;;
      "$at") [ "$kind" = string ] ;;
      *) [ "$kind" = string ] && [ ${#item} -le 64 ] && case $item in 00*) false ;; esac ;;
    esac || wrong_anchor transaction
    i=$((i + 1))
  done <"$tmp/tx"
  chain=$(whole "$chain") || wrong_anchor transaction
  case $transaction in [c-f]*) [ "$chain" -ge 35 ] && chain=$(((chain - 35) / 2)) || wrong_anchor transaction ;; esac
  [ "$chain" -eq "$1" ] || wrong_anchor chain
  [ "$(field_of "$tmp/tx" "$at")" = "534b5a4101$(printf '%016x' "$size")$(hex "$tmp/checkpoint")" ] || wrong_anchor checkpoint
  # 整份记录只有一种写法 The record has one form.
  nodes=$(sed 's/.*/"0x&"/' "$tmp/nodes" | tr '\n' ',')
  printf '{"blockHash":"0x%s","blockTime":"%s","chainId":%s,"checkpoint":"%s","header":"0x%s","height":%s,"index":%s,"proof":[%s],"transaction":"0x%s","transactionHash":"0x%s","type":"shimakaze-chain-anchor","version":1}' \
    "$block" "$(instant "$made")" "$chain" "$(sed 's/[\"]/\\&/g;s/$/\\n/' "$tmp/note" | tr -d '\n')" "$header" "$height" "$place" "${nodes%,}" "$transaction" "$(keccak "$transaction")" | cmp -s - "$record" || wrong_anchor record
  good "区块记录前后一致：链 $chain，高度 $height，$(instant "$made")" "the record of the block fits together: chain $chain, height $height"
  printf '        请在您信任的来源查对该区块的哈希。 Look the hash of that block up wherever you trust the chain:\n        0x%s\n' "$block"
}
chains=$(sed -n 's/^\.\/anchors\/chain-\([0-9]*\)\..*/\1/p' "$tmp/later" | sort -un)
[ -z "$chains" ] || keccak_round
for n in $chains; do check_anchor "$n"; done

print=$(openssl x509 -in "$ca" -noout -fingerprint -sha256 | cut -d= -f2)
printf '\n根证书 Root certificate SHA-256:\n  %s\n' "$print"
if [ $# -eq 0 ]; then
  printf '  该根证书取自包内。请与平台公布的指纹比对。\n  This root was taken from the package itself. Compare it with the fingerprint the platform publishes.\n'
else
  printf '  已使用您提供的根证书。 The root you gave was used.\n'
fi
printf '\n结论：核验通过。 Result: valid.\n'
printf '另见 certificate.pdf（PDF 阅读器可核验其签章）。 See also certificate.pdf; PDF readers check its seal.\n'
