package dev.rowan.landscape.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Migrations;
import dev.rowan.landscape.store.Session;
import dev.rowan.landscape.store.SqliteDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConfig;

/// `docs/landscape-er.md` shows the schema that a new landscape has. With `-Drowan.write_docs=true` it is written.
class SchemaDiagramTest {
    private static final Path PAGE = Path.of("..", "docs", "landscape-er.md");
    private static final String COMMAND = "mvn -pl landscape -am test -Dtest=SchemaDiagramTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Drowan.write_docs=true";

    @TempDir
    Path folder;

    private List<SchemaTable> tables() throws SQLException {
        Database database =
                new SqliteDatabase(folder.resolve("new.db"), SQLiteConfig.SynchronousMode.FULL, Faults.NONE);
        try (Session session = database.open()) {
            Migrations.migrate(database, session, Faults.NONE);
            return SchemaTable.readAll(session.connection());
        }
    }

    @Test
    void thePageShowsTheSchema() throws Exception {
        String page = new SchemaDiagram(tables()).page(Migrations.latest(), COMMAND);
        if (Boolean.getBoolean("rowan.write_docs")) {
            Files.writeString(PAGE, page);
        }

        assertThat(Files.readString(PAGE))
                .as("docs/landscape-er.md is out of date; write it again: " + COMMAND)
                .isEqualTo(page);
    }

    @Test
    void everyTableIsReferencedOrRefers() throws Exception {
        assertThat(tables())
                .filteredOn(table -> !table.name().equals("schema_version"))
                .allSatisfy(table -> assertThat(Reference.ALL)
                        .as(table.name() + " is in no Reference")
                        .anyMatch(reference -> reference.parent().equals(table.name())
                                || reference.child().equals(table.name())));
    }

    @Test
    void aNewColumnIsShown() throws Exception {
        Database database =
                new SqliteDatabase(folder.resolve("changed.db"), SQLiteConfig.SynchronousMode.FULL, Faults.NONE);
        try (Session session = database.open()) {
            Migrations.migrate(database, session, Faults.NONE);
            session.execute("ALTER TABLE run ADD COLUMN colour TEXT");

            assertThat(new SchemaDiagram(SchemaTable.readAll(session.connection())).page(8, COMMAND))
                    .contains("        TEXT colour \"?\"\n");
        }
    }
}
