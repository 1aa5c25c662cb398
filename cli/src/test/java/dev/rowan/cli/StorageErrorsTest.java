package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rowan.testkit.server.AzuriteServer;
import dev.rowan.testkit.server.FaultyProxy;
import dev.rowan.testkit.server.FaultyProxy.Fault;
import dev.rowan.testkit.server.PostgresServer;
import dev.rowan.testkit.server.S3Servers;
import dev.rowan.testkit.server.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Storage, tables and services that are missing, full, or no longer accessible, by the program against real servers: a
/// message with what to
/// do, exit code 1, nothing that looks complete, and a resume that completes the run once the cause is gone.
@Tag("slow")
class StorageErrorsTest {
    private static final int ROWS = 30;

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void rows() throws IOException {
        program = new Program(folder);
        program.write(
                "rows.csv",
                IntStream.rangeClosed(1, ROWS)
                        .mapToObj(id -> id + ",text " + id + "\n")
                        .collect(Collectors.joining("", "id,text\n", "")));
    }

    private void pipeline(String source, String sink) throws IOException {
        program.write("pipeline.yaml", "source: " + source + "\nsinks: {output: " + sink + "}\n");
    }

    private void write(String sink) throws IOException {
        pipeline("{plugin: csv, options: {path: rows.csv}}", sink);
    }

    private void read(String source) throws IOException {
        pipeline(source, "{plugin: jsonl, options: {path: down.jsonl}}");
    }

    private Program.Ran exits(int code, String... arguments) {
        Program.Ran ran = program.run(arguments);
        assertThat(ran.code())
                .as(String.join(" ", arguments) + "\n" + ran.out() + ran.err())
                .isEqualTo(code);
        return ran;
    }

    /// A run that stops with a message that has all of `words`, in one line and without a stack trace.
    private void stops(String... words) {
        assertThat(exits(1, "run", "pipeline.yaml", "-q", "--overwrite").err())
                .contains(words)
                .doesNotContain("\tat ", "Exception");
    }

    private static FaultyProxy.Rule rejecting(String method, int status, String code) {
        var fault = new Fault(
                status,
                Map.of("Content-Type", "application/xml", "x-ms-error-code", code),
                "<?xml version=\"1.0\"?><Error><Code>" + code + "</Code><Message>no</Message></Error>");
        return (asked, _) -> asked.equals(method) ? Optional.of(fault) : Optional.empty();
    }

    @Test
    void bucketsOfAmazonAndGoogle() throws Exception {
        try (ServerProcess server = S3Servers.startAnonymousProxy();
                FaultyProxy proxy = FaultyProxy.start(server.address())) {
            try (var client = HttpClient.newHttpClient()) {
                var create = HttpRequest.newBuilder(server.address().resolve("/rowan"))
                        .PUT(HttpRequest.BodyPublishers.noBody())
                        .build();
                client.send(create, HttpResponse.BodyHandlers.discarding());
            }
            program.variable("S3_ENDPOINT", proxy.address().toString());
            for (String scheme : new String[] {"s3", "gs"}) {
                String storage = ", storage: {endpoint: \"${S3_ENDPOINT}\", anonymous: true}";
                String object = scheme + "://rowan/" + scheme + "/rows.csv.gz";
                write("{plugin: csv, options: {path: \"" + scheme + "://nowhere/rows.csv.gz\"" + storage + "}}");
                stops("no bucket 'nowhere'", "check 'path'");
                write("{plugin: csv, options: {path: \"" + object + "\"" + storage + "}}");
                proxy.answer(rejecting("PUT", 400, "ExpiredToken"));
                stops("the credential has expired (400 ExpiredToken", "sign in again", "resume");
                assertAbsent(proxy, "/rowan/" + scheme + "/rows.csv.gz");
                proxy.answer(rejecting("PUT", 401, "AuthenticationRequired"));
                assertThat(exits(1, "resume", "latest", "-q").err())
                        .contains(
                                "the service rejected the credential (401 AuthenticationRequired", "expired", "resume");
                proxy.answer(rejecting("PUT", 403, "QuotaExceeded"));
                assertThat(exits(1, "resume", "latest", "-q").err())
                        .contains("the bucket is full (403 QuotaExceeded)", "free space", "resume the run");
                assertAbsent(proxy, "/rowan/" + scheme + "/rows.csv.gz");
                proxy.passAll();
                exits(0, "resume", "latest", "-q");
                read("{plugin: csv, options: {path: \"" + object + "\"" + storage + "}}");
                proxy.answer(rejecting("GET", 400, "ExpiredToken"));
                stops("the credential has expired", "sign in again");
                proxy.passAll();
                exits(0, "run", "pipeline.yaml", "-q", "--overwrite");
                assertThat(Files.readAllLines(folder.resolve("down.jsonl"))).hasSize(ROWS);
            }
        }
    }

    @Test
    void aKeyThatIsWrong() throws Exception {
        try (ServerProcess server = S3Servers.startProxy("the-key", "the-secret")) {
            program.variable("S3_ENDPOINT", server.address().toString());
            program.variable("S3_KEY", "the-key");
            program.variable("S3_SECRET", "another-secret");
            write("""
                    {plugin: csv, options: {path: "s3://rowan/rows.csv", storage: {endpoint: "${S3_ENDPOINT}", \
                    region: us-east-1, access_key_id: "${S3_KEY}", secret_access_key: "${S3_SECRET}"}}}""");
            stops("the service rejected the credential (403", "check the key and its secret");
        }
    }

    private static void assertAbsent(FaultyProxy proxy, String object) throws Exception {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(proxy.address().resolve(object))
                    .HEAD()
                    .build();
            assertThat(client.send(request, HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .as("nothing is taken for whole")
                    .isEqualTo(404);
        }
    }

    @Test
    void containersOfAzure() throws Exception {
        assumeTrue(AzuriteServer.isAvailable(), "Azurite needs node and npm");
        try (AzuriteServer azurite = AzuriteServer.start();
                FaultyProxy proxy = FaultyProxy.start(azurite.address())) {
            program.variable(
                    "AZURE_STORAGE_CONNECTION_STRING",
                    AzuriteServer.connectionString(proxy.address(), AzuriteServer.KEY));
            write("{plugin: csv, options: {path: \"az://nowhere/rows.csv\"}}");
            stops("nowhere", "create_container");
            write("{plugin: csv, options: {path: \"az://rowan/rows.csv\", storage: {create_container: true}}}");
            proxy.answer((method, path) -> path.toString().contains("comp=block")
                    ? rejecting(method, 507, "InsufficientStorage").answer(method, path)
                    : Optional.empty());
            stops("the account is full (507 InsufficientStorage)", "free space", "resume the run");
            proxy.answer(rejecting("PUT", 403, "AuthenticationFailed"));
            assertThat(exits(1, "resume", "latest", "-q").err())
                    .contains("the service rejected the key from", "403 AuthenticationFailed");
            proxy.passAll();
            exits(0, "resume", "latest", "-q");
            read("{plugin: csv, options: {path: \"az://rowan/rows.csv\"}}");
            exits(0, "run", "pipeline.yaml", "-q", "--overwrite");
            assertThat(Files.readAllLines(folder.resolve("down.jsonl"))).hasSize(ROWS);
            program.variable("SAS", "sv=2024-11-04&ss=b&srt=sco&sp=rl&se=2020-01-01T00:00:00Z&sig=AAAA");
            program.variable("ACCOUNT", AzuriteServer.endpoint(azurite.address()));
            read("{plugin: csv, options: {path: \"az://rowan/rows.csv\", storage: {account_url: \"${ACCOUNT}\","
                    + " sas_token: \"${SAS}\"}}}");
            stops("the service rejected the SAS token", "it must be current (it ends at 2020-01-01T00:00:00Z)");
        }
    }

    @Test
    @ExtendWith(PostgresServer.class)
    void tables(PostgresServer.Schema schema) throws Exception {
        program.variable("DB", schema.jdbcUrl());
        String sink = "{plugin: jdbc, options: {url: \"${DB}\", table: labels}}";
        write(sink);
        stops("sink 'output'", "\"labels\" does not exist", "create the table");
        read("{plugin: jdbc, options: {url: \"${DB}\", table: labels, key: id}}");
        stops("\"labels\" does not exist", "correct 'table' or 'query'");
        execute(schema, "create table labels (id integer primary key, text point)");
        read("{plugin: jdbc, options: {url: \"${DB}\", table: labels, key: id}}");
        stops("column 'text'", "point", "cast it");
        read("{plugin: jdbc, options: {url: \"${DB}\", table: labels, key: number}}");
        stops("'key' needs a column of numbers, text or times, unlike 'number'", "cast it");
        write(sink); // text is read by the database, so that each value decides
        exits(4, "run", "pipeline.yaml", "-q");
        assertThat(exits(0, "rows", "latest", "--outcome", "failed").out().replaceAll("\\s+", " "))
                .contains("invalid input syntax for type point");
        assertThat(count(schema)).isZero();
        execute(schema, "create table flags (id boolean)");
        Files.writeString(folder.resolve("numbers.jsonl"), "{\"id\":5}\n");
        pipeline(
                "{plugin: jsonl, options: {path: numbers.jsonl}}",
                "{plugin: jdbc, options: {url: \"${DB}\", table: flags}}");
        stops("column \"id\" is of type boolean", "change the type of the column");
        execute(schema, "drop table labels", "create table labels (id integer primary key, text text)");
        columnsAndRights(schema);
        write("{plugin: jdbc, options: {url: \"${DB}\", table: labels, user: nobody}}");
        program.variable("DB", schema.jdbcUrl().replace("user=postgres&", ""));
        stops("role \"nobody\" does not exist", "check 'user' and 'password'");
        program.variable("DB", schema.jdbcUrl());
        execute(
                schema,
                "create function full_disk() returns trigger language plpgsql as $$ begin raise exception 'could not"
                        + " extend file: No space left on device' using errcode = '53100'; end $$",
                "create trigger full_disk before insert on labels for each row when (new.id = 7) execute function"
                        + " full_disk()");
        write(sink);
        stops("the table labels cannot be written", "No space left", "free space", "then resume the run");
        assertThat(count(schema)).as("no part of a group").isZero();
        execute(schema, "drop trigger full_disk on labels");
        exits(0, "resume", "latest", "-q");
        assertThat(count(schema)).isEqualTo(ROWS);
    }

    /// Found before the first row is read, so that no call is paid for: each row would be refused, or its answer lost.
    private void columnsAndRights(PostgresServer.Schema schema) throws Exception {
        execute(schema, "create table ids (id integer)", "create table twice (id integer, text text, note text)");
        write("{plugin: jdbc, options: {url: \"${DB}\", table: ids}}");
        stops("the table ids has no column for 'text'", "its columns are id", "list 'columns'");
        assertThat(program.run("doctor", "pipeline.yaml").out().replaceAll("\\s+", " "))
                .contains("bad sink 'output'", "the table ids has no column for 'text'");
        write("{plugin: jdbc, options: {url: \"${DB}\", table: twice, columns: {id: id, note: txt}}}");
        assertThat(exits(0, "validate", "pipeline.yaml").err()).contains("no row has a field 'txt'");
        write("{plugin: jdbc, options: {url: \"${DB}\", table: twice, columns: {id: id, text: text, note: text}}}");
        exits(0, "run", "pipeline.yaml", "-q");
        assertThat(number(schema, "select count(*) from twice where text = note"))
                .isEqualTo(ROWS);
        execute(schema, "create role reader login", "grant usage on schema " + schema.name() + " to reader");
        execute(schema, "grant select on labels to reader");
        program.variable("DB", schema.jdbcUrl().replace("user=postgres", "user=reader"));
        write("{plugin: jdbc, options: {url: \"${DB}\", table: labels}}");
        stops("permission denied for table labels", "grant the user the missing right");
        execute(
                schema,
                "create table by_id (id integer primary key, text text)",
                "grant select, insert on by_id to reader");
        write("{plugin: jdbc, options: {url: \"${DB}\", table: by_id, mode: upsert, key: [id], marks: false}}");
        stops("permission denied for table by_id", "grant the user the missing right");
        write("{plugin: jdbc, options: {url: \"${DB}\", table: by_id, mode: upsert, key: [text], marks: false}}");
        execute(schema, "grant update on by_id to reader");
        stops("no unique or exclusion constraint", "'key'");
        write("{plugin: jdbc, options: {url: \"${DB}\", table: labels}}");
        program.variable("DB", schema.jdbcUrl() + "&readOnly=true&readOnlyMode=always");
        stops("read-only transaction", "connect to the primary server");
        program.variable("DB", schema.jdbcUrl());
        execute(schema, "drop owned by reader", "drop role reader");
    }

    private static void execute(PostgresServer.Schema schema, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(schema.jdbcUrl());
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static long count(PostgresServer.Schema schema) throws SQLException {
        return number(schema, "select count(*) from labels");
    }

    private static long number(PostgresServer.Schema schema, String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection(schema.jdbcUrl());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Test
    void servicesOverHttp() throws Exception {
        try (FaultyProxy service = FaultyProxy.start(URI.create("http://127.0.0.1:1"))) {
            program.variable("TOKEN", "a-token-of-the-service");
            program.variable("HOOK", service.address() + "/rows");
            write("{plugin: http, options: {url: \"${HOOK}\", bearer_token: \"${TOKEN}\","
                    + " retry: {max_attempts: 2, initial_delay: 1ms}}}");
            service.answer((_, _) -> Optional.of(new Fault(401, Map.of(), "token expired")));
            stops("/rows", "401", "token expired", "bearer_token", "resume the run");
            service.answer((_, _) -> Optional.of(new Fault(507, Map.of(), "quota exceeded")));
            assertThat(exits(1, "resume", "latest", "-q").err())
                    .contains("did not accept a request", "507", "quota exceeded", "resume the run");
            service.answer((_, _) -> Optional.of(new Fault(200, Map.of(), "{}")));
            exits(0, "resume", "latest", "-q");
            read("{plugin: csv, options: {path: \"http://localhost:"
                    + service.address().getPort() + "/rows.csv\"}}");
            service.answer((_, _) -> Optional.of(new Fault(404, Map.of(), "")));
            stops("/rows.csv", "404", "check 'path'");
            service.answer((_, _) -> Optional.of(new Fault(403, Map.of(), "")));
            stops("/rows.csv", "access is denied (403)", "check 'bearer_token'");
        }
    }

    @Test
    void files() throws Exception {
        read("{plugin: csv, options: {path: nowhere.csv}}");
        stops("nowhere.csv does not exist", "check 'path'");
        read("{plugin: csv, options: {path: \"nowhere/*.csv\"}}");
        stops("nowhere/*.csv", "check 'path'");
        Files.writeString(folder.resolve("taken"), "a file");
        write("{plugin: csv, options: {path: taken/rows.csv}}");
        stops("taken");
        read("{plugin: parquet, options: {path: rows.csv}}");
        stops("rows.csv is not a Parquet file");
    }
}
