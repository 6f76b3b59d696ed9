/* The levels of processors. What must hold: a level is claimed only where CPUID tells each
 * of its features (the x86-64 psABI, "micro-architecture levels"). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/processor.h"

#if defined(__x86_64__)
#include <cpuid.h>

enum { LEAF_1_ECX, LEAF_7_EBX, LEAF_EXTENDED_ECX, LEAVES };

static const unsigned v3_bits[LEAVES] = {
    /* SSE3, SSSE3, FMA, CMPXCHG16B, SSE4.1, SSE4.2, MOVBE, POPCNT, OSXSAVE, AVX, F16C */
    1u << 0 | 1u << 9 | 1u << 12 | 1u << 13 | 1u << 19 | 1u << 20 | 1u << 22 | 1u << 23 | 1u << 27 |
        1u << 28 | 1u << 29,
    /* BMI1, AVX2, BMI2 */
    1u << 3 | 1u << 5 | 1u << 8,
    /* LAHF, LZCNT */
    1u << 0 | 1u << 5,
};

/* AVX512F, DQ, CD, BW, VL */
static const unsigned v4_bits[LEAVES] = {
    [LEAF_7_EBX] = 1u << 16 | 1u << 17 | 1u << 28 | 1u << 30 | 1u << 31,
};

static void read_cpuid(unsigned words[LEAVES]) {
    unsigned a, b, c, d;
    for (int i = 0; i < LEAVES; i++)
        words[i] = 0;
    if (__get_cpuid(1, &a, &b, &c, &d))
        words[LEAF_1_ECX] = c;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d))
        words[LEAF_7_EBX] = b;
    if (__get_cpuid(0x80000001, &a, &b, &c, &d))
        words[LEAF_EXTENDED_ECX] = c;
}

static bool has_all(const unsigned words[LEAVES], const unsigned wanted[LEAVES]) {
    for (int i = 0; i < LEAVES; i++)
        if ((words[i] & wanted[i]) != wanted[i])
            return false;
    return true;
}

/* Which state the system keeps of a process: bits 1 and 2 the AVX registers, 5 to 7 those of
 * AVX-512. Only where the processor says that one may ask. */
static bool system_keeps(const unsigned words[LEAVES], unsigned wanted) {
    unsigned low, high;
    if (!(words[LEAF_1_ECX] & 1u << 27))
        return false;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (low & wanted) == wanted;
}

static void levels_are_those_of_cpuid(void **state) {
    (void)state;
    unsigned words[LEAVES];
    read_cpuid(words);
    bool v3 = has_all(words, v3_bits) && system_keeps(words, 0x06);
    bool v4 = v3 && has_all(words, v4_bits) && system_keeps(words, 0xe6);
    assert_int_equal(processor_is_x86_64_v3(), v3);
    assert_int_equal(processor_is_x86_64_v4(), v4);
}

#else

static void levels_are_those_of_cpuid(void **state) {
    (void)state;
    assert_false(processor_is_x86_64_v3());
    assert_false(processor_is_x86_64_v4());
}

#endif

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(levels_are_those_of_cpuid)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
