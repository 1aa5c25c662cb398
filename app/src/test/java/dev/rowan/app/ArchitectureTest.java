package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Keeps the rules of [ArchitectureRule] and [ModuleMap], and shows for each of them that it catches a class
/// that breaks it.
class ArchitectureTest {
    private static final String ROOT = "dev.rowan";
    private static final String FIXTURES = "dev.rowan.app.fixture";

    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);
    private static final JavaClasses BROKEN = new ClassFileImporter().importPackages(FIXTURES);

    /// For each rule the fixtures that it has to report, and those that it has to leave alone.
    private static final Map<ArchitectureRule, Control> CONTROLS = Map.of(
            ArchitectureRule.API_KNOWS_ONLY_THE_JDK,
            new Control(List.of("api.UsesALibrary"), List.of("api.CallScope")),
            ArchitectureRule.NO_PACKAGE_CYCLES,
            new Control(List.of("engine.There", "engine.back.Back"), List.of("api.CallScope")),
            ArchitectureRule.ONLY_CALL_SCOPE_STARTS_THREADS,
            new Control(
                    List.of(
                            "engine.StartsThreads.byConstructor",
                            "engine.StartsThreads.byReference",
                            "engine.StartsThreads.virtual",
                            "engine.StartsThreads.pool",
                            "engine.StartsThreads.async",
                            "engine.StartsThreads.parallel",
                            "engine.HooksOutsideCli",
                            "cli.StartsThread"),
                    List.of("api.CallScope", "cli.Hooks")),
            ArchitectureRule.ONLY_SYSTEM_TIME_READS_THE_CLOCK,
            new Control(
                    List.of(
                            "engine.ReadsClock.millis",
                            "engine.ReadsClock.nanos",
                            "engine.ReadsClock.instant",
                            "engine.ReadsClock.reference",
                            "engine.ReadsClock.sleeps"),
                    List.of("api.SystemTime")),
            ArchitectureRule.NO_THREAD_LOCALS,
            new Control(List.of("engine.KeepsThreadLocal"), List.of("api.CallScope")),
            ArchitectureRule.ONLY_CLI_AND_BENCH_PRINT,
            new Control(
                    List.of("engine.Prints.out", "engine.Prints.trace", "engine.Logs"),
                    List.of("cli.Hooks", "cli.Prints")),
            ArchitectureRule.TRANSFORMS_MATCH_IN_LINEAR_TIME,
            new Control(
                    List.of("transforms.Backtracks.pattern", "transforms.Backtracks.split"), List.of("api.CallScope")),
            ArchitectureRule.PACKAGES_ARE_NULL_MARKED,
            new Control(List.of("unmarked.NotMarked"), List.of("api.CallScope")),
            ArchitectureRule.ONE_PUBLIC_TYPE_PER_NAME,
            new Control(List.of("cli.Thing", "engine.Thing"), List.of("engine.SeesConnectors", "engine.Prints")),
            ArchitectureRule.NO_RETIRED_NAMES,
            new Control(
                    List.of("engine.Walks has", "engine.Thing$Levers has"),
                    List.of("engine.Prints", "engine.Walks$Told")));

    /// What a module must be caught seeing.
    private static final Map<ModuleMap, String> SEEN = Map.ofEntries(
            Map.entry(ModuleMap.API, "api.SeesJson"),
            Map.entry(ModuleMap.JSON, "json.SeesConfig"),
            Map.entry(ModuleMap.CONFIG, "config.SeesLandscape"),
            Map.entry(ModuleMap.LANDSCAPE, "landscape.SeesEngine"),
            Map.entry(ModuleMap.ENGINE, "engine.SeesConnectors"),
            Map.entry(ModuleMap.CLOUD, "cloud.SeesEngine"),
            Map.entry(ModuleMap.PROVIDERS, "providers.SeesEngine"),
            Map.entry(ModuleMap.CONNECTORS, "connectors.SeesTransforms"),
            Map.entry(ModuleMap.PARQUET, "parquet.SeesEngine"),
            Map.entry(ModuleMap.EXPRESSIONS, "expressions.SeesJson"),
            Map.entry(ModuleMap.TRANSFORMS, "transforms.SeesJson"),
            Map.entry(ModuleMap.TESTKIT, "testkit.SeesCli"),
            Map.entry(ModuleMap.SIMULATOR, "simulator.SeesEngine"),
            Map.entry(ModuleMap.TELEMETRY, "telemetry.SeesCli"),
            Map.entry(ModuleMap.WEB, "web.SeesCli"),
            Map.entry(ModuleMap.CHAOS, "chaos.SeesCli"),
            Map.entry(ModuleMap.CLI, "cli.SeesBench"),
            Map.entry(ModuleMap.BENCH, "bench.SeesApp"));

    private record Control(List<String> caught, List<String> allowed) {}

    @ParameterizedTest
    @EnumSource
    void looksAtEveryModule(ModuleMap module) {
        assertThat(PRODUCT)
                .extracting(type -> type.getPackageName() + ".")
                .anyMatch(name -> name.startsWith(ROOT + "." + module.module() + "."));
    }

    @Test
    void looksAtNoTestCode() {
        assertThat(PRODUCT).extracting(JavaClass::getPackageName).noneMatch(name -> name.startsWith(ROOT + ".app"));
    }

    @ParameterizedTest
    @EnumSource
    void holds(ArchitectureRule rule) {
        rule.under(ROOT).allowEmptyShould(true).check(PRODUCT);
    }

    @ParameterizedTest
    @EnumSource
    void seesOnlyWhatItMay(ModuleMap module) {
        module.under(ROOT).allowEmptyShould(true).check(PRODUCT);
    }

    @TestFactory
    Stream<DynamicTest> everyRuleCatchesItsViolation() {
        return Stream.of(ArchitectureRule.values())
                .map(rule -> DynamicTest.dynamicTest(rule.name(), () -> {
                    Control control = CONTROLS.get(rule);
                    assertThat(control).as("a control for %s", rule).isNotNull();
                    String report = violations(rule.under(FIXTURES));
                    assertThat(report).contains(in(control.caught())).doesNotContain(in(control.allowed()));
                }));
    }

    @TestFactory
    Stream<DynamicTest> everyModuleIsCaughtSeeingWhatItMayNot() {
        return Stream.of(ModuleMap.values())
                .map(module -> DynamicTest.dynamicTest(
                        module.name(),
                        () -> assertThat(violations(module.under(FIXTURES)))
                                .contains(FIXTURES + "." + SEEN.get(module))));
    }

    private static String violations(ArchRule rule) {
        return String.join("\n", rule.evaluate(BROKEN).getFailureReport().getDetails());
    }

    private static List<String> in(List<String> names) {
        return names.stream().map(name -> FIXTURES + "." + name).toList();
    }
}
