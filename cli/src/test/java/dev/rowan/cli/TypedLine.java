package dev.rowan.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A line with a command of this program as a shell takes it: quotes, a comment behind it, `> FILE`, and variables
/// that are set for it. A prefix such as `cd FOLDER &&` is dropped.
record TypedLine(Map<String, String> variables, List<String> arguments) {

    TypedLine {
        variables = Map.copyOf(variables);
        arguments = List.copyOf(arguments);
    }

    static TypedLine of(String line) {
        List<String> tokens = tokens(line);
        int program = 0;
        while (program < tokens.size() && !tokens.get(program).matches("(\\./)?rowan")) {
            program++;
        }
        if (program == tokens.size()) {
            throw new IllegalArgumentException("no command of rowan in: " + line);
        }
        var variables = new LinkedHashMap<String, String>();
        for (String token : tokens.subList(0, program)) {
            int equals = token.indexOf('=');
            if (equals > 0 && token.substring(0, equals).matches("[A-Z_]+")) {
                variables.put(token.substring(0, equals), token.substring(equals + 1));
            }
        }
        List<String> arguments = tokens.subList(program + 1, tokens.size());
        int redirected = arguments.indexOf(">");
        return new TypedLine(variables, redirected < 0 ? arguments : arguments.subList(0, redirected));
    }

    private static List<String> tokens(String line) {
        var tokens = new ArrayList<String>();
        var token = new StringBuilder();
        boolean open = false;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    token.append(c);
                }
            } else if (c == '\'' || c == '"') {
                quote = c;
                open = true;
            } else if (c == '\\' && i + 1 < line.length()) {
                token.append(line.charAt(++i));
                open = true;
            } else if (Character.isWhitespace(c)) {
                if (open) {
                    tokens.add(token.toString());
                    token.setLength(0);
                    open = false;
                }
            } else if (c == '#' && !open) {
                return tokens;
            } else {
                token.append(c);
                open = true;
            }
        }
        if (open) {
            tokens.add(token.toString());
        }
        return tokens;
    }
}
