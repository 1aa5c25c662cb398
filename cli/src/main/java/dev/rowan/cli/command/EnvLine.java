package dev.rowan.cli.command;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A parsed line of an env file.
///
/// `NAME=VALUE`, with or without `export` before it. A value without quotes ends at ` #` or at the line's end; in
/// single quotes nothing is escaped; in double quotes `\n`, `\t`, `\"`, `\\` and `\$` work as in a shell. There is no
/// substitution: `$` is a dollar sign.
sealed interface EnvLine {

    /// An empty line or a comment.
    record Nothing() implements EnvLine {}

    record Variable(String name, String value) implements EnvLine {
        /// Only the name: values are often secrets.
        @Override
        public String toString() {
            return name;
        }
    }

    /// An invalid line; `message` contains nothing of the line.
    record Wrong(int column, String message) implements EnvLine {}

    static EnvLine of(String line) {
        return new Reading(line).read();
    }

    /// Parses a line from left to right. Owned by one thread.
    final class Reading {
        private static final Pattern START =
                Pattern.compile("\\s*(?:export\\s+)?(?<name>[A-Za-z_][A-Za-z0-9_]*)\\s*=\\s*");
        private static final Pattern REST = Pattern.compile("\\s*(#.*)?");

        private final String line;
        private int at;

        private Reading(String line) {
            this.line = line;
        }

        private EnvLine read() {
            String stripped = line.strip();
            if (stripped.isEmpty() || stripped.startsWith("#")) {
                return new Nothing();
            }
            Matcher start = START.matcher(line);
            if (!start.lookingAt()) {
                return new Wrong(1, "must be NAME=VALUE, a comment or empty");
            }
            at = start.end();
            String name = start.group("name");
            if (at == line.length()) {
                return new Variable(name, "");
            }
            return switch (line.charAt(at)) {
                case '\'', '"' -> quoted(name, line.charAt(at));
                default -> new Variable(name, plain());
            };
        }

        private String plain() {
            String rest = line.substring(at);
            Matcher comment = Pattern.compile("(^|\\s)#").matcher(rest);
            return (comment.find() ? rest.substring(0, comment.start()) : rest).strip();
        }

        private EnvLine quoted(String name, char quote) {
            int open = at + 1;
            var value = new StringBuilder();
            at++;
            while (at < line.length() && line.charAt(at) != quote) {
                char c = line.charAt(at);
                boolean escape = quote == '"' && c == '\\' && at + 1 < line.length();
                value.append(escape ? escaped(line.charAt(++at)) : String.valueOf(c));
                at++;
            }
            if (at == line.length()) {
                return new Wrong(open, "must close the quoted value on the same line");
            }
            at++;
            return REST.matcher(line.substring(at)).matches()
                    ? new Variable(name, value.toString())
                    : new Wrong(at + 1, "must have only a comment after the closing quote");
        }

        private static String escaped(char c) {
            return switch (c) {
                case 'n' -> "\n";
                case 't' -> "\t";
                case '"', '\\', '$' -> String.valueOf(c);
                default -> "\\" + c;
            };
        }
    }
}
