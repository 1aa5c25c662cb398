package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The release archive, by its descriptor, holds every file that a page in it links to.
class ReleaseArchiveTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern INCLUDE = Pattern.compile("<include>([^<]+)</include>");
    private static final Pattern EXCLUDE = Pattern.compile("<exclude>([^<]+)</exclude>");
    /// A link to a file: not to the web, nor to a place on the same page.
    private static final Pattern LINK = Pattern.compile("]\\(([^)#:\\s]+)(#[^)\\s]*)?\\)");

    private static String descriptor() throws IOException {
        return Files.readString(Path.of("src/main/assembly/release.xml"));
    }

    /// The files of the repository that go into the archive, relative to its top.
    private static Set<Path> archive(String descriptor) throws IOException {
        List<PathMatcher> includes = matchers(INCLUDE, descriptor);
        List<PathMatcher> excludes = matchers(EXCLUDE, descriptor);
        var held = new TreeSet<Path>();
        for (String top : tops(descriptor)) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(top))) {
                files.filter(Files::isRegularFile)
                        .map(ROOT::relativize)
                        .filter(file -> includes.stream().anyMatch(include -> include.matches(file)))
                        .filter(file -> excludes.stream().noneMatch(exclude -> exclude.matches(file)))
                        .forEach(held::add);
            }
        }
        return held;
    }

    /// What the includes begin with, so that folders of builds are not walked through.
    private static Set<String> tops(String descriptor) {
        var tops = new TreeSet<String>();
        INCLUDE.matcher(descriptor)
                .results()
                .forEach(include -> tops.add(include.group(1).replaceFirst("/?\\*\\*$", "")));
        return tops;
    }

    private static List<PathMatcher> matchers(Pattern tag, String descriptor) {
        return tag.matcher(descriptor)
                .results()
                .map(match -> FileSystems.getDefault().getPathMatcher("glob:" + match.group(1)))
                .toList();
    }

    /// `page: link` for each link that leads to no file, or to a folder with none, of the archive.
    private static List<String> broken(Set<Path> archive) throws IOException {
        var broken = new ArrayList<String>();
        for (Path page : archive) {
            if (!page.toString().endsWith(".md")) {
                continue;
            }
            LINK.matcher(Files.readString(ROOT.resolve(page))).results().forEach(link -> {
                Path target = ROOT.relativize(
                        ROOT.resolve(page).resolveSibling(link.group(1)).normalize());
                if (archive.stream().noneMatch(file -> file.startsWith(target))) {
                    broken.add(page + ": " + link.group(1));
                }
            });
        }
        return broken;
    }

    @Test
    void everyLinkLeadsToAFileOfTheArchive() throws IOException {
        assertThat(broken(archive(descriptor())))
                .as("links to files that the archive lacks; add the files to app/src/main/assembly/release.xml")
                .isEmpty();
    }

    @Test
    void aFileThatIsLeftOutIsMissed() throws IOException {
        String without = descriptor().replace("<include>.env.example</include>", "");

        assertThat(broken(archive(without))).contains("README.md: .env.example");
    }

    @Test
    void pagesAndExamplesAreInIt() throws IOException {
        assertThat(archive(descriptor()))
                .contains(
                        Path.of("README.md"),
                        Path.of("docs/pipelines.md"),
                        Path.of("docs/monitoring/prometheus-alerts.yaml"),
                        Path.of("examples/quickstart/pipeline.yaml"),
                        Path.of("rowan"));
    }
}
