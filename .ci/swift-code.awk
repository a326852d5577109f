# Prints the code of Swift files as lines FILE:LINE:CODE, without comments and without the text of
# string literals (the code inside \( ) is kept), so that rules about code can be plain searches.

# depth counts the nested block comments, top the open literals: a stack, since \( ) holds code.
FNR == 1 { depth = 0; top = 0 }

{
  # A literal of one line ends with its line, whatever is in it (a quote in a regex, say).
  while (top > 0 && !multi[top]) top--
  code = ""
  for (at = 1; at <= length($0);) {
    rest = substr($0, at)
    two = substr(rest, 1, 2)
    one = substr(rest, 1, 1)
    if (depth > 0) {  # inside /* */
      if (two == "*/") { depth--; at += 2 }
      else if (two == "/*") { depth++; at += 2 }
      else at++
    } else if (top > 0 && parens[top] == 0) {  # inside the text of a literal
      if (substr(rest, 1, length(close_[top])) == close_[top]) {
        at += length(close_[top]); top--; code = code "\""
      } else if (substr(rest, 1, length(escape[top]) + 1) == escape[top] "(") {
        at += length(escape[top]) + 1; parens[top] = 1; code = code "("
      } else if (escape[top] == "\\" && one == "\\") at += 2
      else at++
    } else if (two == "//") break
    else if (two == "/*") { depth++; at += 2; code = code " " }
    else if (match(rest, /^#*"/)) {  # a literal begins
      hashes = substr(rest, 1, RLENGTH - 1)
      quotes = substr(rest, RLENGTH, 3) == "\"\"\"" ? "\"\"\"" : "\""
      top++
      multi[top] = (quotes == "\"\"\""); parens[top] = 0
      close_[top] = quotes hashes; escape[top] = "\\" hashes
      at += length(hashes) + length(quotes); code = code "\""
    } else {
      if (top > 0) {  # inside \( ): its last parenthesis leads back to the text
        if (one == "(") parens[top]++
        if (one == ")") parens[top]--
      }
      code = code one; at++
    }
  }
  if (code ~ /[^ \t]/) print FILENAME ":" FNR ":" code
}
