package dev.rowan.app;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.function.Predicate;

/// Any use of the members named, by call or by method reference, in a class or in its lambdas.
final class Access extends ArchCondition<JavaClass> {
    private Predicate<JavaAccess<?>> members = access -> false;
    private Predicate<JavaClass> types = type -> false;

    private Access(String description) {
        super(description);
    }

    static Access access(String description) {
        return new Access(description);
    }

    Access constructorsOf(Class<?>... owners) {
        for (Class<?> owner : owners) {
            members = members.or(access -> access.getName().equals("<init>") && isOwner(access, owner));
        }
        return this;
    }

    Access methods(Class<?> owner, String... names) {
        members = members.or(access -> Set.of(names).contains(access.getName()) && isOwner(access, owner));
        return this;
    }

    Access fields(Class<?> owner, String... names) {
        return methods(owner, names);
    }

    Access methodsEndingWith(Class<?> owner, String suffix) {
        members = members.or(access -> access.getName().endsWith(suffix) && isOwner(access, owner));
        return this;
    }

    Access everyMethodOf(Class<?> owner) {
        members = members.or(access -> isOwner(access, owner));
        return this;
    }

    /// Methods of the JDK by their name alone, whichever interface they are called through.
    Access methodsOfAnyClass(String... names) {
        members = members.or(access -> Set.of(names).contains(access.getName())
                && access.getTargetOwner().getPackageName().startsWith("java."));
        return this;
    }

    /// Every class whose name begins so, however it is used.
    Access packages(String... prefixes) {
        for (String prefix : prefixes) {
            types = types.or(type -> type.getName().startsWith(prefix));
        }
        return this;
    }

    Access unless(Predicate<JavaAccess<?>> allowed) {
        members = members.and(allowed.negate());
        return this;
    }

    /// True when the same method of the package `root` or below hands a thread to `Runtime.addShutdownHook`.
    static boolean registersShutdownHook(JavaAccess<?> access, String root) {
        return access.getOriginOwner().getPackageName().startsWith(root)
                && access.getOrigin().getMethodCallsFromSelf().stream()
                        .anyMatch(call -> call.getName().equals("addShutdownHook"));
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        for (JavaAccess<?> access : type.getAccessesFromSelf()) {
            if (members.test(access)) {
                events.add(SimpleConditionEvent.satisfied(access, access.getDescription()));
            }
        }
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
            if (types.test(dependency.getTargetClass())) {
                events.add(SimpleConditionEvent.satisfied(dependency, dependency.getDescription()));
            }
        }
    }

    private static boolean isOwner(JavaAccess<?> access, Class<?> owner) {
        return access.getTargetOwner().isAssignableTo(owner);
    }
}
