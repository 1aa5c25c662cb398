package dev.rowan.connectors.file;

import dev.rowan.api.plugin.PluginException;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A pattern of file names below a directory: `*` and `?` match within a name, `**` across directories (and none),
/// `[a-z]` and `{a,b}` as in a shell. Names that start with a dot match only a pattern that does.
final class FileGlob {
    private static final String SPECIAL = "*?[{";
    private static final String ACROSS = "**/";

    private final Path root;
    private final List<PathMatcher> matchers;
    private final boolean deep;
    private final boolean hidden;

    private FileGlob(Path root, String pattern) {
        this.root = root;
        this.matchers = variants(pattern).stream()
                .map(one -> FileSystems.getDefault().getPathMatcher("glob:" + one))
                .toList();
        this.deep = pattern.contains("/") || pattern.contains("**");
        this.hidden = Stream.of(pattern.split("/", -1)).anyMatch(name -> name.startsWith("."));
    }

    /// The files directly in `folder`.
    static FileGlob in(Path folder) {
        return new FileGlob(folder, "*");
    }

    /// The pattern `text`, relative to `base`. Throws [PatternSyntaxException] if it cannot be one.
    static FileGlob of(Path base, String text) {
        String fixed = fixedPart(text);
        return new FileGlob(base.resolve(fixed).normalize(), text.substring(fixed.length()));
    }

    static boolean isPattern(String text) {
        return text.chars().anyMatch(c -> SPECIAL.indexOf(c) >= 0);
    }

    /// The directories before the first special character, with the last slash.
    static String fixedPart(String text) {
        int special = 0;
        while (special < text.length() && SPECIAL.indexOf(text.charAt(special)) < 0) {
            special++;
        }
        return text.substring(0, text.lastIndexOf('/', special) + 1);
    }

    /// The pattern with and without each `**/`, which also stands for no directory.
    private static List<String> variants(String pattern) {
        int at = pattern.indexOf(ACROSS);
        if (at < 0) {
            return List.of(pattern);
        }
        String before = pattern.substring(0, at);
        return variants(pattern.substring(at + ACROSS.length())).stream()
                .flatMap(rest -> Stream.of(before + rest, before + ACROSS + rest))
                .toList();
    }

    Path root() {
        return root;
    }

    /// Whether a file of this path, existing or not, would be listed.
    boolean includes(Path file) {
        Path path = file.toAbsolutePath().normalize();
        Path top = root.toAbsolutePath().normalize();
        return path.startsWith(top) && !path.equals(top) && matches(top.relativize(path));
    }

    /// Whether the pattern matches a path relative to the root.
    boolean matches(Path relative) {
        return (hidden || !isHidden(relative)) && matchers.stream().anyMatch(matcher -> matcher.matches(relative));
    }

    private static boolean isHidden(Path relative) {
        for (Path name : relative) {
            if (name.toString().startsWith(".")) {
                return true;
            }
        }
        return false;
    }

    /// The matching files relative to the root, in the order of their names.
    List<Path> list() throws IOException {
        var found = new ArrayList<Path>();
        if (Files.isDirectory(root)) {
            Path top = root.toRealPath(); // a link to a directory is not entered
            Files.walkFileTree(top, new Listing(top, found));
        }
        found.sort((one, other) -> withSlashes(one).compareTo(withSlashes(other)));
        return found;
    }

    static String withSlashes(Path path) {
        return path.toString().replace(path.getFileSystem().getSeparator(), "/");
    }

    private final class Listing extends SimpleFileVisitor<Path> {
        private final Path top;
        private final List<Path> found;

        Listing(Path top, List<Path> found) {
            this.top = top;
            this.found = found;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return folder.equals(top) || (deep && (hidden || !isHidden(top.relativize(folder))))
                    ? FileVisitResult.CONTINUE
                    : FileVisitResult.SKIP_SUBTREE;
        }

        /// A link to a file is one; links to directories are not followed.
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            Path relative = top.relativize(file);
            if (matches(relative) && Files.isRegularFile(file)) {
                found.add(relative);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException why) throws IOException {
            throw new PluginException(file + " cannot be listed: permission denied", why);
        }
    }
}
