/* What the processor can do. What must hold: a level is answered with yes only where all its
 * instructions are there, since a compiler told of a level uses any of them. CPUID itself is
 * not asked here, for it costs microseconds in a virtual machine: the compiler's library has
 * asked it when the program began. */
#include "base/processor.h"

#if !defined(__x86_64__)

bool processor_is_x86_64_v3(void) {
    return false;
}

bool processor_is_x86_64_v4(void) {
    return false;
}

#elif defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12

bool processor_is_x86_64_v3(void) {
    return __builtin_cpu_supports("x86-64-v3");
}

bool processor_is_x86_64_v4(void) {
    return __builtin_cpu_supports("x86-64-v4");
}

#else

/* Other compilers name neither levels nor LZCNT. A processor without it reads the instruction
 * as BSR, which numbers the highest bit from below: 0 of the number 1, and LZCNT says 63. */
static bool has_lzcnt(void) {
    unsigned long long count;
    __asm__("lzcnt %1, %0" : "=r"(count) : "r"(1ull) : "cc");
    return count == 63;
}

/* MOVBE and F16C have no names either: they came with or before what is asked for. */
bool processor_is_x86_64_v3(void) {
    return __builtin_cpu_supports("sse3") && __builtin_cpu_supports("ssse3") &&
           __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("sse4.2") &&
           __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("avx") &&
           __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && has_lzcnt();
}

bool processor_is_x86_64_v4(void) {
    return processor_is_x86_64_v3() && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

#endif
