package dev.rowan.app;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static dev.rowan.app.Access.access;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Date;
import java.util.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;

/// A rule about all of Rowan's code, the test code apart. Each is written for a root package, so that it can be
/// tried on fixtures that break it as well as on `dev.rowan`.
enum ArchitectureRule {
    API_KNOWS_ONLY_THE_JDK {
        @Override
        ArchRule under(String root) {
            return classes()
                    .that()
                    .resideInAPackage(root + ".api..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(root + ".api..", "java..", "javax.crypto..", "org.jspecify.annotations")
                    .because("a plugin sees api alone; put what needs a library into a module behind an api interface");
        }
    },

    NO_PACKAGE_CYCLES {
        @Override
        ArchRule under(String root) {
            return slices().matching(root + ".(**)")
                    .should()
                    .beFreeOfCycles()
                    .because("packages are features that can be read one after the other;"
                            + " move the shared type to the package that both may see");
        }
    },

    ONLY_CALL_SCOPE_STARTS_THREADS {
        @Override
        ArchRule under(String root) {
            return noClasses()
                    .that(areNot(root + ".api.CallScope"))
                    .should(access("start a thread")
                            .constructorsOf(Thread.class, Timer.class, ForkJoinPool.class)
                            .methods(Thread.class, "ofVirtual", "ofPlatform", "startVirtualThread")
                            .everyMethodOf(Executors.class)
                            .methodsEndingWith(CompletableFuture.class, "Async")
                            .methodsOfAnyClass("parallelStream", "parallel")
                            .unless(access -> Access.registersShutdownHook(access, root + ".cli")))
                    .because("every thread has an owner that ends it; use CallScope.open(name) and fork(call)."
                            + " Only cli may make a thread, and only to hand it to Runtime.addShutdownHook");
        }
    },

    ONLY_SYSTEM_TIME_READS_THE_CLOCK {
        @Override
        ArchRule under(String root) {
            return noClasses()
                    .that(areNot(root + ".api.SystemTime"))
                    .should(access("read the clock or sleep")
                            .constructorsOf(Date.class)
                            .methods(System.class, "currentTimeMillis", "nanoTime")
                            .methods(Thread.class, "sleep")
                            .methods(TimeUnit.class, "sleep")
                            .methods(Calendar.class, "getInstance")
                            .methods(Clock.class, "systemUTC", "systemDefaultZone", "system")
                            .methods(Instant.class, "now")
                            .methods(LocalDate.class, "now")
                            .methods(LocalTime.class, "now")
                            .methods(LocalDateTime.class, "now")
                            .methods(OffsetDateTime.class, "now")
                            .methods(ZonedDateTime.class, "now"))
                    .because("tests own the time; take a Time as a parameter and ask it");
        }
    },

    NO_THREAD_LOCALS {
        @Override
        ArchRule under(String root) {
            return noClasses()
                    .should()
                    .dependOnClassesThat()
                    .areAssignableTo(ThreadLocal.class)
                    .because(
                            "state has an owner that can be named; pass the value as a parameter or keep it in a field");
        }
    },

    ONLY_CLI_AND_BENCH_PRINT {
        @Override
        ArchRule under(String root) {
            return noClasses()
                    .that()
                    .resideOutsideOfPackages(root + ".cli..", root + ".bench..")
                    .should(access("print or log")
                            .fields(System.class, "out", "err")
                            .methods(Throwable.class, "printStackTrace")
                            .packages("java.util.logging", "java.lang.System$Logger"))
                    .because(
                            "what happened is returned as an outcome, a Problem or a Defect; cli decides what to show");
        }
    },

    TRANSFORMS_MATCH_IN_LINEAR_TIME {
        @Override
        ArchRule under(String root) {
            return noClasses()
                    .that()
                    .resideInAPackage(root + ".transforms..")
                    .should(access("use java.util.regex")
                            .packages("java.util.regex")
                            .methods(String.class, "matches", "split", "replaceAll", "replaceFirst"))
                    .because(
                            "a pattern from a pipeline file must not be able to stall a run; use com.google.re2j.Pattern");
        }
    },

    PACKAGES_ARE_NULL_MARKED {
        @Override
        ArchRule under(String root) {
            return classes()
                    .should(new ArchCondition<>("be in a package that is @NullMarked") {
                        @Override
                        public void check(JavaClass type, ConditionEvents events) {
                            boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
                            events.add(new SimpleConditionEvent(
                                    type, marked, type.getName() + " is in a package that is not @NullMarked"));
                        }
                    })
                    .because("null has to be said in the type; add a package-info.java with @NullMarked");
        }
    },

    ONE_PUBLIC_TYPE_PER_NAME {
        @Override
        ArchRule under(String root) {
            return classes()
                    .should(TypeNames.areUnique())
                    .because("a reader must know which type is meant; say which one it is (CallFailure, BatchFailure),"
                            + " or list a justified exception in TypeNames");
        }
    },

    NO_RETIRED_NAMES {
        @Override
        ArchRule under(String root) {
            return classes()
                    .should(TypeNames.areNotRetired())
                    .because("names are those of Flink, Spring Batch, Kafka, OpenTelemetry and the JDK");
        }
    };

    /// The rule for the classes under the package `root`.
    abstract ArchRule under(String root);

    private static DescribedPredicate<JavaClass> areNot(String className) {
        return describe(
                "are not " + className,
                type -> !type.getName().equals(className) && !type.getName().startsWith(className + "$"));
    }
}
