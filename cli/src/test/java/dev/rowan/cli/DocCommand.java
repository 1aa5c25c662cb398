package dev.rowan.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A command of this program on a page of the documentation: a line of a code block, or code within a sentence.
record DocCommand(String page, int line, String text) {
    private static final Path ROOT = Path.of("..");
    private static final Pattern FENCE = Pattern.compile("^\\s*```(\\w*).*");
    /// A line of a shell, with a folder to go to, a schedule or variables before the command.
    private static final Pattern SHELL_LINE =
            Pattern.compile("^\\s*(?:\\$ )?(?:[\\d*/]+ .*&& )?(?:[A-Z_]+=\\S+ )*(?:\\./)?rowan (?:--)?[a-z].*");
    private static final Pattern CODE = Pattern.compile("`((?:[A-Z_]+=\\S+ )*(?:\\./)?rowan (?:--)?[a-z][^`]*)`");

    /// The commands of all pages that people read to use the program.
    static List<DocCommand> all() throws IOException {
        var commands = new ArrayList<DocCommand>();
        for (Path page : pages()) {
            commands.addAll(on(page));
        }
        return commands;
    }

    /// Records of decisions and measurements describe the past and are skipped.
    private static List<Path> pages() throws IOException {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.list(ROOT.resolve("docs"));
                Stream<Path> examples = Files.walk(ROOT.resolve("examples"))) {
            return Stream.of(top, docs, examples)
                    .flatMap(files -> files)
                    .filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !file.endsWith("CHANGELOG.md"))
                    .sorted()
                    .toList();
        }
    }

    private static List<DocCommand> on(Path page) throws IOException {
        String name = ROOT.relativize(page).toString();
        var commands = new ArrayList<DocCommand>();
        String block = "";
        boolean isOpen = false;
        List<String> lines = Files.readAllLines(page);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            var fence = FENCE.matcher(line);
            if (fence.matches()) {
                block = isOpen ? "" : fence.group(1);
                isOpen = !isOpen;
            } else if (isOpen && isShell(block) && SHELL_LINE.matcher(line).matches()) {
                commands.add(new DocCommand(name, i + 1, line.strip()));
            } else if (!isOpen) {
                int number = i + 1;
                CODE.matcher(line)
                        .results()
                        .map((MatchResult found) -> found.group(1))
                        .forEach(text -> commands.add(new DocCommand(name, number, text)));
            }
        }
        return commands;
    }

    private static boolean isShell(String language) {
        return List.of("", "sh", "bash", "shell", "console").contains(language);
    }

    /// The arguments of the command.
    TypedLine typed() {
        return TypedLine.of(text);
    }

    /// The command as it is compared with others: without quotes, comments and prefix.
    String key() {
        return String.join(" ", typed().arguments());
    }

    @Override
    public String toString() {
        return page + ":" + line + " " + text;
    }
}
