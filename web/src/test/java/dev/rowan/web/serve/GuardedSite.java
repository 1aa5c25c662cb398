package dev.rowan.web.serve;

import dev.rowan.api.SystemTime;
import dev.rowan.engine.builder.PipelineBuilder;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.web.http.WebAccess;
import dev.rowan.web.read.LandscapeLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// The page over a small landscape made by the real engine.
final class GuardedSite implements AutoCloseable {
    static final String TOKEN = "token-of-this-test-0123456789";
    static final String BEARER = "Authorization: Bearer " + TOKEN;

    private final Path folder;
    private final String run;
    private final Website site;

    private GuardedSite(Path folder, String run, Website site) {
        this.folder = folder;
        this.run = run;
        this.site = site;
    }

    static GuardedSite start(Path folder) throws Exception {
        return start(folder, WebAccess.onLoopback(0, TOKEN));
    }

    static GuardedSite start(Path folder, WebAccess access) throws Exception {
        Path rows = Files.writeString(folder.resolve("rows.csv"), "id,text\n1,fine\n2,my password is x\n3,good\n");
        String url = "sqlite:" + folder.resolve("rowan.db");
        PipelineBuilder.named("guarded")
                .source("csv", Map.of("path", rows.toString(), "id", "id"))
                .transform("keyword_filter", Map.of("fields", "text", "blocked_patterns", List.of("password")))
                .sink(
                        "output",
                        "jsonl",
                        Map.of("path", folder.resolve("out.jsonl").toString()))
                .run(url);
        try (var reader = Landscapes.read(url, folder)) {
            String run = reader.runs().resolve("latest");
            return new GuardedSite(folder, run, serve(access, url, folder));
        }
    }

    private static Website serve(WebAccess access, String url, Path folder) throws IOException {
        return Website.start(access, new LandscapeLocation(url, folder, UnaryOperator.identity()), new SystemTime());
    }

    RawHttp http() {
        return new RawHttp(site.address());
    }

    Website site() {
        return site;
    }

    int port() {
        return site.address().getPort();
    }

    Path folder() {
        return folder;
    }

    /// The run that the landscape has.
    String run() {
        return run;
    }

    /// The number of rows per table.
    Map<String, Long> rows() throws SQLException {
        var rows = new TreeMap<String, Long>();
        try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("rowan.db"));
                var statement = database.createStatement()) {
            var tables = new ArrayList<String>();
            try (var names = statement.executeQuery("SELECT name FROM sqlite_master WHERE type = 'table'")) {
                while (names.next()) {
                    tables.add(names.getString(1));
                }
            }
            for (String table : tables) {
                try (var count = statement.executeQuery("SELECT count(*) FROM \"" + table + "\"")) {
                    count.next();
                    rows.put(table, count.getLong(1));
                }
            }
        }
        return rows;
    }

    @Override
    public void close() {
        site.close();
    }
}
