package dev.rowan.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/// The modules and which others each of them may see.
enum ModuleMap {
    API(),
    JSON("api"),
    CONFIG("api", "json"),
    LANDSCAPE("api", "json"),
    ENGINE("api", "json", "landscape", "expressions"),
    CLOUD("api", "json"),
    PROVIDERS("api", "json", "cloud"),
    CONNECTORS("api", "json", "cloud"),
    PARQUET("api", "json", "connectors"),
    EXPRESSIONS("api"),
    TRANSFORMS("api", "expressions"),
    TESTKIT("api"),
    SIMULATOR("api", "json"),
    CHAOS("api", "json", "config", "landscape", "engine", "simulator"),
    TELEMETRY("api", "json", "landscape", "engine"),
    WEB("api", "json", "config", "landscape", "engine", "connectors", "parquet"),
    CLI(
            "api",
            "json",
            "config",
            "landscape",
            "engine",
            "cloud",
            "providers",
            "connectors",
            "parquet",
            "expressions",
            "transforms",
            "simulator",
            "chaos",
            "telemetry",
            "web"),
    BENCH(
            "api",
            "json",
            "config",
            "landscape",
            "engine",
            "cloud",
            "providers",
            "connectors",
            "parquet",
            "expressions",
            "transforms",
            "testkit",
            "simulator",
            "chaos",
            "telemetry",
            "web",
            "cli");

    private final Set<String> visible;

    ModuleMap(String... visible) {
        this.visible = Set.of(visible);
    }

    /// The last part of the module's package.
    String module() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The rule that this module sees nothing but what it may, for the classes under the package `root`.
    ArchRule under(String root) {
        String[] hidden = Stream.concat(Stream.of(values()).map(ModuleMap::module), Stream.of("app"))
                .filter(other -> !other.equals(module()) && !visible.contains(other))
                .map(other -> root + "." + other + "..")
                .toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage(root + "." + module() + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(hidden)
                .because(module() + " may see " + (visible.isEmpty() ? "no other module" : "only " + visible)
                        + "; declare an interface in api and let cli pass the implementation in");
    }
}
