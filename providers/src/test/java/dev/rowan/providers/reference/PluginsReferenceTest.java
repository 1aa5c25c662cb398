package dev.rowan.providers.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.api.plugin.TransformPlugin;
import dev.rowan.json.RowJson;
import dev.rowan.providers.service.SimulatedService;
import dev.rowan.providers.service.WrittenTransform;
import dev.rowan.testkit.reference.OptionTable;
import dev.rowan.testkit.reference.ReferencePage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// The plugin reference is true of the plugins that call a service: it has every one with its options, and its
/// examples come out as shown against the simulator.
class PluginsReferenceTest {
    private static SimulatedService service;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() throws IOException {
        service = SimulatedService.start();
    }

    @AfterAll
    static void stop() throws IOException {
        service.close();
    }

    @TestFactory
    Stream<DynamicTest> showsEveryPluginWithItsOptions() throws IOException {
        ReferencePage page = ReferencePage.read();
        return plugins()
                .map(plugin -> DynamicTest.dynamicTest(
                        plugin.name(),
                        () -> assertThat(page.section(title(plugin)))
                                .hasValueSatisfying(section -> assertThat(section.text())
                                        .contains(plugin.description(), OptionTable.of(plugin.options())))));
    }

    @TestFactory
    Stream<DynamicTest> runsEveryExample() throws IOException {
        ReferencePage page = ReferencePage.read();
        return plugins()
                .map(plugin -> DynamicTest.dynamicTest(plugin.name(), () -> {
                    List<String> blocks =
                            page.section(title(plugin)).orElseThrow().blocks();
                    assertThat(blocks).as("settings, input and output").hasSize(3);
                    var written = WrittenTransform.read(blocks.get(0), Map.of(), folder);
                    assertThat(written.plugin()).isEqualTo(plugin.name());
                    assertThat(run(written.configured(plugin), blocks.get(1))).isEqualTo(blocks.get(2));
                }));
    }

    private static Stream<TransformPlugin> plugins() {
        return ServiceLoader.load(TransformPlugin.class).stream().map(ServiceLoader.Provider::get);
    }

    private static String title(TransformPlugin plugin) {
        return "Transform `" + plugin.name() + "`";
    }

    private static String run(RowTransform transform, String input) throws Exception {
        var said = new StringBuilder();
        try (transform) {
            transform.prepare(service.setup(Map.of()));
            transform.open();
            for (String line : input.lines().toList()) {
                Row row = RowJson.readRow(line.getBytes(StandardCharsets.UTF_8));
                said.append(
                        switch (transform.process(row, service.context())) {
                            case TransformResult.Success(Row changed) -> json(changed);
                            case TransformResult.SuccessMulti(List<Row> rows) ->
                                throw new AssertionError("unexpected " + rows);
                            case TransformResult.Error(Reason reason, var _) -> json(Row.of(reason.asMap()));
                        });
            }
        }
        return said.toString();
    }

    private static String json(Row row) {
        return new String(RowJson.write(row), StandardCharsets.UTF_8) + "\n";
    }
}
